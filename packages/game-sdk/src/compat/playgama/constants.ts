/** `{ LOADING: 'loading' }` of `'loading'`. */
const toConstants = (values: string): Record<string, string> =>
  Object.fromEntries(values.split(' ').map((value) => [value.toUpperCase(), value]))

/** Constants games read from the SDK instead of writing the texts. */
export const constants = {
  EVENT_NAME: toConstants(
    'interstitial_state_changed rewarded_state_changed banner_state_changed advanced_banners_state_changed visibility_state_changed audio_state_changed pause_state_changed orientation_state_changed',
  ),
  PLATFORM_ID: toConstants('playgama yandex crazy_games poki game_distribution vk ok facebook telegram'),
  PLATFORM_MESSAGE: toConstants(
    'game_ready in_game_loading_started in_game_loading_stopped gameplay_started gameplay_stopped player_got_achievement level_started level_completed level_failed level_paused level_resumed',
  ),
  INTERSTITIAL_STATE: toConstants('loading opened closed failed'),
  REWARDED_STATE: toConstants('loading opened closed failed rewarded'),
  BANNER_STATE: toConstants('loading shown hidden failed'),
  BANNER_POSITION: toConstants('top bottom'),
  STORAGE_TYPE: toConstants('local_storage platform_internal'),
  VISIBILITY_STATE: toConstants('visible hidden'),
  DEVICE_TYPE: toConstants('desktop mobile tablet tv'),
  DEVICE_ORIENTATION: toConstants('portrait landscape'),
  LEADERBOARD_TYPE: toConstants('not_available in_game native native_popup'),
}
