import type { BootEvent } from '@playhub/contract/boot-messages'
import { onFirstInput } from './triggers.ts'

/**
 * Counts sound sources, resumes audio contexts created before the first input, and mutes on request. The game keeps its
 * own volumes: contexts get a gain in front of their output, media elements their `muted`.
 */
export function watchSound(report: (event: BootEvent) => void): { setMuted(isMuted: boolean): void } {
  /** The gain in front of each context's output. */
  const outputs = new Map<BaseAudioContext, GainNode>()
  const playing = new Set<HTMLMediaElement>()
  const mutedByHub = new Set<HTMLMediaElement>()
  let isMuted = false
  let sent = 0

  function update(): void {
    const contexts = [...outputs.keys()].filter(({ state }) => state === 'running')
    const elements = [...playing].filter(({ muted }) => !muted)
    const running = contexts.length + elements.length
    if (running !== sent) report({ event: 'sound', running })
    sent = running
  }

  function watchContext(context: AudioContext): void {
    const gain = context.createGain()
    connectDirectly(gain, context.destination)
    gain.gain.value = isMuted ? 0 : 1
    outputs.set(context, gain)
    context.addEventListener('statechange', () => {
      if (context.state === 'closed') outputs.delete(context)
      update()
    })
    update()
  }

  const connectDirectly = redirectConnections(outputs)
  const page = window as unknown as Record<string, typeof AudioContext | undefined>
  for (const name of ['AudioContext', 'webkitAudioContext']) {
    const Original = page[name]
    if (!Original) continue
    page[name] = class extends Original {
      constructor(options?: AudioContextOptions) {
        super(options)
        watchContext(this)
      }
    }
  }

  function mute(element: HTMLMediaElement): void {
    if (!isMuted || element.muted) return
    mutedByHub.add(element)
    element.muted = true
  }

  const onMedia = ({ type, target }: Event) => {
    const element = target as HTMLMediaElement
    if (type === 'play') playing.add(element)
    else if (type !== 'volumechange') playing.delete(element)
    mute(element)
    update()
  }
  const mediaEvents = ['play', 'pause', 'ended', 'emptied', 'volumechange']
  const watched = new WeakSet<HTMLMediaElement>()
  const { play } = HTMLMediaElement.prototype
  // Elements outside the document, such as `new Audio()`, send their events to no one else.
  HTMLMediaElement.prototype.play = function () {
    if (!watched.has(this)) {
      watched.add(this)
      for (const name of mediaEvents) this.addEventListener(name, onMedia)
    }
    return play.call(this)
  }
  for (const name of mediaEvents) document.addEventListener(name, onMedia, true)

  onFirstInput(() => {
    for (const context of outputs.keys())
      if (context.state === 'suspended') (context as AudioContext).resume().catch(() => {})
  })

  return {
    setMuted(next) {
      isMuted = next
      for (const { gain } of outputs.values()) gain.value = isMuted ? 0 : 1
      if (isMuted) return playing.forEach(mute)
      for (const element of mutedByHub) element.muted = false
      mutedByHub.clear()
    },
  }
}

/**
 * Connects to the gain whatever the game connects to the output of a watched context.
 * @returns  The browser's own `connect`.
 */
function redirectConnections(outputs: Map<BaseAudioContext, GainNode>) {
  const { connect, disconnect } = AudioNode.prototype
  const redirect = (target: unknown) =>
    target instanceof AudioDestinationNode ? (outputs.get(target.context) ?? target) : target
  const patched = {
    connect(this: AudioNode, target: unknown, ...rest: unknown[]) {
      Reflect.apply(connect, this, [redirect(target), ...rest])
      return target
    },
    disconnect(this: AudioNode, ...args: unknown[]) {
      return Reflect.apply(disconnect, this, args.map(redirect))
    },
  }
  Object.assign(AudioNode.prototype, patched)
  return (from: AudioNode, to: AudioNode): AudioNode => Reflect.apply(connect, from, [to])
}
