import type { CropQuery } from '@playhub/contract/operator'
import { Refusal } from '../../../platform/refusal.ts'

export type Crop = { left: number; top: number; width: number; height: number }

/** @throws Refusal PICTURE_CROP_INVALID for a part of a crop */
export function readCrop({ left, top, width, height }: CropQuery): Crop | undefined {
  const given = [left, top, width, height].filter((value) => value !== undefined)
  if (given.length === 0) return undefined
  if (left === undefined || top === undefined || width === undefined || height === undefined)
    throw new Refusal('PICTURE_CROP_INVALID')
  return { left, top, width, height }
}
