/** Permissions Policy features that a project may give the frame of its game. None allows a game to navigate the hub's page. */
export const frameFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'microphone',
  'screen-wake-lock',
  'web-share',
  'xr-spatial-tracking',
] as const

/** Permissions that lift a restriction of the sandbox of the frame. */
export const frameSandboxPermissions = ['downloads', 'modals', 'orientation-lock', 'popups'] as const

/** The permissions that a project may list. */
export const framePermissions = [...frameFeatures, ...frameSandboxPermissions] as const
export type FramePermission = (typeof framePermissions)[number]

export const defaultFramePermissions = ['fullscreen', 'autoplay'] as const satisfies FramePermission[]
