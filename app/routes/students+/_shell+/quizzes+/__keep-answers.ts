import { askBeforeLeaving } from '~/components/forms/ask-before-leaving'

/** Status of the answers: being sent, saved, or kept on this device only. */
export type KeepState = 'idle' | 'saving' | 'saved' | 'unsaved' | 'signed-out'

export interface Refused {
  name: string
  message: string
}

interface Kept {
  attemptId: string
  secondsLeft: number
  /** URL of the background save. */
  keepTo: string
  /** URL of the login page that returns to this quiz. */
  signInAt: string
  /** Question to a student who leaves with unsaved answers. */
  leaveQuestion: string
  onState: (state: KeepState) => void
  onRefused: (refused: Refused | null) => void
  onLeft: (seconds: number) => void
}

const typingMs = 700
const patienceMs = 15_000
const maxPauseMs = 15_000

/** Unsaved values by field name: the answer, followed by all values that the server may hold instead. */
type Waiting = Map<string, string[]>

/**
 * Sends each answer of the form as it is entered, keeps unsent ones on this device (and restores them), counts down by
 * the server's clock, and submits at the end. Submits only while the server is reachable, so that a network failure
 * never loses the page. Returns the function that stops it.
 */
export function keepAnswers(form: HTMLFormElement, options: Kept): () => void {
  const storageKey = `quiz-${options.attemptId}`
  const waiting: Waiting = new Map(stored(storageKey))
  // Values that the server has accepted since it rendered the page.
  const acceptedValues = new Map<string, string>()
  let endsAt = performance.now() + options.secondsLeft * 1000
  let displayedSeconds = -1
  let failures = 0
  let timer = 0
  let isSending = false
  let isStopped = false
  let isOver = false
  let isOneByOne = false
  let isPassing = false
  let isSignedOut = false
  let isAsked = false
  let pressedButton: HTMLButtonElement | null = null

  for (const [name, [value = '', ...before]] of waiting) {
    const field = fieldOf(form, name)
    // Prefers the server's answer if it changed: the student has continued on another device.
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
    const sentAnswers = new Map(
      [...waiting].slice(0, isOneByOne ? 1 : undefined).map(([name, [value = '']]) => [name, value]),
    )
    for (const [name, value] of sentAnswers) {
      const waitingValues = waiting.get(name)
      if (!waitingValues?.slice(1).includes(value.trim())) waitingValues?.push(value.trim())
    }
    remember(storageKey, waiting)
    const patience = new AbortController()
    const giveUp = setTimeout(() => patience.abort(), patienceMs)
    let status = 0
    try {
      const answer = await fetch(options.keepTo, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams([...sentAnswers]),
        keepalive: true,
        signal: patience.signal,
      })
      status = answer.status
      if (answer.ok) {
        const left = (await answer.json()).seconds_left
        endsAt = performance.now() + left * 1000
        isOver = isOver && left <= 1
        for (const [name, value] of sentAnswers) acceptedValues.set(name, value.trim())
        drop(sentAnswers)
      } else if (status === 422) {
        // Sends several answers again one by one, so that only the refused one is dropped and the others are saved.
        if (sentAnswers.size === 1)
          for (const name of sentAnswers.keys()) options.onRefused({ name, message: (await answer.json()).message })
        if (sentAnswers.size === 1) drop(sentAnswers)
        else isOneByOne = true
      }
    } catch {
      status = 0
    }
    clearTimeout(giveUp)
    isSending = false
    if (isStopped) return
    // The attempt is closed: the server already has its final answers, so the unsaved ones are dropped.
    if (status === 409) waiting.clear()
    if (waiting.size === 0) isOneByOne = false
    remember(storageKey, waiting)
    isSignedOut = status === 401
    if (status === 200 || status === 409 || status === 422) {
      failures = 0
      const isSaved = status === 200 && (acceptedValues.size > 0 || isAsked)
      options.onState(waiting.size > 0 ? 'saving' : isSaved ? 'saved' : 'idle')
      if (isOneByOne) void send()
      else if (pressedButton || isOver || status === 409) handIn()
      else if (waiting.size > 0) later(0)
    } else if (isSignedOut) {
      failures += 1
      options.onState('signed-out')
      // The unsent answers are restored once the student is back.
      if (pressedButton) location.assign(options.signInAt)
      else later(0)
    } else {
      failures += 1
      pressedButton = null
      if (waiting.size > 0 || isOver) options.onState('unsaved')
      later(0)
    }
  }

  function drop(sentAnswers: ReadonlyMap<string, string>) {
    for (const [name, value] of sentAnswers) if (waiting.get(name)?.[0] === value) waiting.delete(name)
  }

  function handIn() {
    const button = pressedButton ?? form.querySelector<HTMLButtonElement>('button[formaction]')
    const triggerField = form.elements.namedItem('by') as HTMLInputElement
    triggerField.value = pressedButton ? '' : 'time'
    pressedButton = null
    isPassing = true
    button?.click()
    isPassing = false
  }

  const onInput = (event: Event) => {
    const { name, value, type } = event.target as HTMLInputElement
    const field = fieldOf(form, name)
    const previousValue = acceptedValues.get(name) ?? (field ? shownIn(field) : '')
    waiting.set(name, [value, ...(waiting.get(name)?.slice(1) ?? [previousValue])])
    remember(storageKey, waiting)
    options.onRefused(null)
    if (!isSignedOut) options.onState(failures > 0 ? 'unsaved' : 'saving')
    later(type === 'radio' ? 0 : typingMs)
  }
  const onSubmit = (event: SubmitEvent) => {
    if (isPassing) return
    event.preventDefault()
    const button = event.submitter as HTMLButtonElement | null
    if (button?.hasAttribute('formaction')) pressedButton = button
    // A press of Save is confirmed even if every answer was already saved.
    else isAsked = true
    void send()
  }
  const tick = () => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
    if (left === displayedSeconds) return
    displayedSeconds = left
    options.onLeft(left)
    // Sends typed text three seconds early, since a slow network would miss the last moment.
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
  const isUnsaved = (trigger?: Element) => waiting.size > 0 && !isSignedOut && trigger !== form
  const stopAsking = askBeforeLeaving(isUnsaved, options.leaveQuestion)
  tick()
  // Sends even without answers, to get the time left by the server's clock.
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

/** Returns the server's value of a field, regardless of the input. */
function shownIn(field: Field): string {
  if (field instanceof HTMLTextAreaElement) return field.defaultValue
  return ([...field] as HTMLInputElement[]).find((one) => one.defaultChecked)?.value ?? ''
}

/** Reads the stored answers; a browser may refuse storage, and then only the page holds them. */
function stored(storageKey: string): Array<[string, string[]]> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

function remember(storageKey: string, waiting: Waiting): void {
  try {
    if (waiting.size > 0) localStorage.setItem(storageKey, JSON.stringify([...waiting]))
    else localStorage.removeItem(storageKey)
  } catch {
    // The page still holds the answers.
  }
}
