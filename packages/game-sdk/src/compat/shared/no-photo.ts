/** The hub has no pictures of players. Games wait until one has loaded, and an empty address never does. */
export const noPhoto =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><circle r='14' cx='32' cy='18'/><circle r='32' cx='32' cy='64'/></svg>"
