import { askBeforeLeaving } from '~/components/forms/ask-before-leaving'

/** What the page tells about the answers: on their way, saved, or kept on this device only. */
export type KeepState = 'idle' | 'saving' | 'saved' | 'unsaved' | 'signed-out'

/** An answer that the server does not take, and why. */
export interface Refused {
  name: string
  message: string
}

interface Kept {
  attemptId: string
  secondsLeft: number
  /** Where answers are saved in the background. */
  keepTo: string
  /** Where somebody signs in and comes back to this quiz. */
  signInAt: string
  /** Asked of whoever leaves with answers that are not saved. */
  leaveQuestion: string
  onState: (state: KeepState) => void
  onRefused: (refused: Refused | null) => void
  onLeft: (seconds: number) => void
}

const typingMs = 700
const patienceMs = 15_000
const maxPauseMs = 15_000

/** What has not arrived by the field's name: the answer, and after it every value that the server may hold instead. */
type Waiting = Map<string, string[]>

/**
 * Sends each answer of the form as it is given, keeps on this device what has not arrived (and finds it there again), counts down by
 * what the server says is left, and hands in at the end. Submit goes to the server only when that can be reached, so that a dead network
 * never costs the page. Answers how to stop.
 */
export function keepAnswers(form: HTMLFormElement, kept: Kept): () => void {
  const place = `quiz-${kept.attemptId}`
  const waiting: Waiting = new Map(stored(place))
  // What the server has taken since it made the page.
  const held = new Map<string, string>()
  let endsAt = performance.now() + kept.secondsLeft * 1000
  let shown = -1
  let failures = 0
  let timer = 0
  let isSending = false
  let isStopped = false
  let isOver = false
  let isOneByOne = false
  let isPassing = false
  let isSignedOut = false
  let isAsked = false
  let wanted: HTMLButtonElement | null = null

  for (const [name, [value = '', ...before]] of waiting) {
    const field = fieldOf(form, name)
    // Whoever has gone on with another device since has the newer answer.
    const isNewest = field !== null && before.includes(shownIn(field))
    if (field) field.value = isNewest ? value : shownIn(field)
    if (!isNewest) waiting.delete(name)
  }

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(send, failures ? Math.min(maxPauseMs, 1000 * 2 ** failures) : ms)
  }

  async function send() {
    clearTimeout(timer)
    if (isSending || isStopped) return
    isSending = true
    const sent = new Map([...waiting].slice(0, isOneByOne ? 1 : undefined).map(([name, [value = '']]) => [name, value]))
    for (const [name, value] of sent) {
      const known = waiting.get(name)
      if (!known?.slice(1).includes(value.trim())) known?.push(value.trim())
    }
    remember(place, waiting)
    const patience = new AbortController()
    const giveUp = setTimeout(() => patience.abort(), patienceMs)
    let status = 0
    try {
      const answer = await fetch(kept.keepTo, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams([...sent]),
        keepalive: true,
        signal: patience.signal,
      })
      status = answer.status
      if (answer.ok) {
        const left = (await answer.json()).seconds_left
        endsAt = performance.now() + left * 1000
        isOver = isOver && left <= 1
        for (const [name, value] of sent) held.set(name, value.trim())
        drop(sent)
      } else if (status === 422) {
        // The others are worth something without the one that is refused.
        if (sent.size === 1)
          for (const name of sent.keys()) kept.onRefused({ name, message: (await answer.json()).message })
        if (sent.size === 1) drop(sent)
        else isOneByOne = true
      }
    } catch {
      status = 0
    }
    clearTimeout(giveUp)
    isSending = false
    if (isStopped) return
    // Closed meanwhile: the server knows what it has, and says so after the submit.
    if (status === 409) waiting.clear()
    if (waiting.size === 0) isOneByOne = false
    remember(place, waiting)
    isSignedOut = status === 401
    if (status === 200 || status === 409 || status === 422) {
      failures = 0
      const isSaved = status === 200 && (held.size > 0 || isAsked)
      kept.onState(waiting.size > 0 ? 'saving' : isSaved ? 'saved' : 'idle')
      if (isOneByOne) void send()
      else if (wanted || isOver || status === 409) handIn()
      else if (waiting.size > 0) later(0)
    } else if (isSignedOut) {
      failures += 1
      kept.onState('signed-out')
      // What is kept here finds its way once the student is back.
      if (wanted) location.assign(kept.signInAt)
      else later(0)
    } else {
      failures += 1
      wanted = null
      if (waiting.size > 0 || isOver) kept.onState('unsaved')
      later(0)
    }
  }

  function drop(sent: ReadonlyMap<string, string>) {
    for (const [name, value] of sent) if (waiting.get(name)?.[0] === value) waiting.delete(name)
  }

  function handIn() {
    const button = wanted ?? form.querySelector<HTMLButtonElement>('button[formaction]')
    const by = form.elements.namedItem('by') as HTMLInputElement
    by.value = wanted ? '' : 'time'
    wanted = null
    isPassing = true
    button?.click()
    isPassing = false
  }

  const onInput = (event: Event) => {
    const { name, value, type } = event.target as HTMLInputElement
    const field = fieldOf(form, name)
    const shown = held.get(name) ?? (field ? shownIn(field) : '')
    waiting.set(name, [value, ...(waiting.get(name)?.slice(1) ?? [shown])])
    remember(place, waiting)
    kept.onRefused(null)
    if (!isSignedOut) kept.onState(failures > 0 ? 'unsaved' : 'saving')
    later(type === 'radio' ? 0 : typingMs)
  }
  const onSubmit = (event: SubmitEvent) => {
    if (isPassing) return
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement | null
    if (button?.hasAttribute('formaction')) wanted = button
    // Who presses Save is told so, also when every answer went by itself before.
    else isAsked = true
    void send()
  }
  const tick = () => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
    if (left === shown) return
    shown = left
    kept.onLeft(left)
    // What is being typed goes before the last moment, which a slow network would miss.
    if (left === 3 && waiting.size > 0) void send()
    if (left === 0 && !isOver) {
      isOver = true
      void send()
    }
  }

  const clock = setInterval(tick, 500)
  form.addEventListener('input', onInput)
  form.addEventListener('submit', onSubmit)
  window.addEventListener('online', send)
  window.addEventListener('pagehide', send)
  const isUnsaved = (by?: Element) => waiting.size > 0 && !isSignedOut && by !== form
  const stopAsking = askBeforeLeaving(isUnsaved, kept.leaveQuestion)
  tick()
  // Also with nothing to save: the server says what is left by its own clock.
  void send()

  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(clock)
    form.removeEventListener('input', onInput)
    form.removeEventListener('submit', onSubmit)
    window.removeEventListener('online', send)
    window.removeEventListener('pagehide', send)
    stopAsking()
  }
}

type Field = RadioNodeList | HTMLTextAreaElement

function fieldOf(form: HTMLFormElement, name: string): Field | null {
  return form.elements.namedItem(name) as Field | null
}

/** What the server shows in a field, whatever was typed there. */
function shownIn(field: Field): string {
  if (field instanceof HTMLTextAreaElement) return field.defaultValue
  return ([...field] as HTMLInputElement[]).find((one) => one.defaultChecked)?.value ?? ''
}

/** A browser may refuse to keep anything: then the page alone does. */
function stored(place: string): Array<[string, string[]]> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '[]')
  } catch {
    return []
  }
}

function remember(place: string, waiting: Waiting): void {
  try {
    if (waiting.size > 0) localStorage.setItem(place, JSON.stringify([...waiting]))
    else localStorage.removeItem(place)
  } catch {
    // The page still has them.
  }
}
