import { expect, test } from 'vitest'
import { toPixels } from './crop.ts'

const size = { width: 1001, height: 667 }

test('the whole picture is the whole picture', () => {
  const whole = { x: 0, y: 0, width: 100, height: 100 }
  expect(toPixels(whole, size)).toEqual({ left: 0, top: 0, ...size })
})

test('a part never leaves the picture, however it is rounded', () => {
  for (let x = 0; x <= 100; x += 3.7)
    for (let share = 0.01; share + x <= 100.01; share += 9.3) {
      const { left, top, width, height } = toPixels({ x, y: x, width: share, height: share }, size)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(Math.min(width, height)).toBeGreaterThan(0)
      expect(left + width).toBeLessThanOrEqual(size.width)
      expect(top + height).toBeLessThanOrEqual(size.height)
    }
})
