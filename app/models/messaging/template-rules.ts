import { eventValues, type MessageEvent } from './options'

/*
 * The variables of a registered text, as TRAI's direction of 18 November 2025 has them tagged: `{#numeric#}` takes digits only, `{#alphanumeric#}`
 * letters and digits, `{#url#}` an address on the sender's list, `{#urlott#}` one of an app, `{#cbn#}` a call-back number on the list.
 */
const tags = ['numeric', 'number', 'alphanumeric', 'url', 'urlott', 'cbn', 'email'] as const
export type Tag = (typeof tags)[number]

/** The most that may stand for one variable: 30 letters, and 40 of an address, as the portals of the operators count. */
const maxLength: Record<Tag, number> = {
  ...{ numeric: 30, number: 30, alphanumeric: 30, cbn: 30 },
  ...{ url: 40, urlott: 40, email: 40 },
}

/** Of an SMS's values of letters and digits, and of the school's name in a text. */
export const maxSmsLetters = maxLength.alphanumeric

/** Values that are understood when their end is cut off; of a number or an amount nothing may be missing. */
const cuttable = ['student', 'school', 'notice', 'exam', 'kind', 'route']

/** Values of an SMS, a name or title that is too long cut to what the operators let pass. */
export function shortened(values: Readonly<Record<string, string>>): Record<string, string> {
  const cut = ([name, value]: [string, string]): [string, string] => {
    const letters = [...value]
    const isLong = cuttable.includes(name) && letters.length > maxSmsLetters
    return [
      name,
      isLong
        ? `${letters
            .slice(0, maxSmsLetters - 3)
            .join('')
            .trimEnd()}...`
        : value,
    ]
  }
  return Object.fromEntries(Object.entries(values).map(cut))
}

/** What schools call a class by, before its own name; followed by a space or a full stop. */
const classWords = /^(?:class|standard|std|grade|कक्षा|धोरण|ધોરણ|ધો)(?:\.\s*|\s+)(?=[\p{L}\p{N}])/iu

/** A class as it stands after the word for class of a text: `6-A` of `Std. 6-A`. The whole name is never taken off: `Grade-A` stays. */
export const withoutClassWord = (className: string) => className.trim().replace(classWords, '')

/** WhatsApp takes so many letters of a body. */
export const maxWhatsappLetters = 1024

const anyVariable = /\{#([^#{}]*)#\}/g

/** The tags of a text's variables, in their order; null for one that is no known tag. */
export function tagsOf(body: string): (Tag | null)[] {
  return [...body.matchAll(anyVariable)].map(([, name]) => tags.find((tag) => tag === name) ?? null)
}

export type TemplateVariable = { name: string; sample: string }

/** `student: Asha`, one in a line, in the order of the text. */
export function variablesOf(lines: string | null): TemplateVariable[] {
  return (lines ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      if (colon < 0) return { name: line, sample: '' }
      return { name: line.slice(0, colon).trim(), sample: line.slice(colon + 1).trim() }
    })
}

/** What is wrong with one value of a variable, as words that go on "The value of class …"; null where it is as its tag has it. */
export function valueTrouble(
  tag: Tag,
  value: string,
  allowedUrls: readonly string[],
  channel: 'sms' | 'whatsapp' = 'sms',
): string | null {
  const letters = [...value].length
  if (value.trim() === '') return 'is empty'
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) return 'has a line break'
  if (/[{}#]/.test(value)) return 'has a brace or a hash'
  // The limit is the operators'.
  if (channel === 'sms' && letters > maxLength[tag])
    return `has ${letters} letters; at most ${maxLength[tag]} are allowed`
  switch (tag) {
    case 'numeric':
    case 'number':
      return /^\d+$/.test(value) ? null : 'has something else than digits'
    case 'cbn':
      return /^\+?\d{6,15}$/.test(value) ? null : 'is no call-back number'
    case 'url':
    case 'urlott':
      return isAllowedUrl(value, allowedUrls) ? null : 'is an address that is not on the school’s list'
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'is no e-mail address'
    case 'alphanumeric':
      // An address or a call-back number hidden in a text is what the tags are there to stop.
      if (/https?:|www\.|\b[a-z0-9-]+\.(?:com|in|org|net|co|io|me)\b/i.test(value)) return 'has an internet address'
      if (/\d{10}/.test(value)) return 'has a phone number'
      return null
  }
}

/** On the list is an address itself, and everything under one that ends in a slash or has no path. */
function isAllowedUrl(value: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => {
    const start = one.replace(/\/$/, '')
    return start !== '' && (value === start || value.startsWith(`${start}/`) || value.startsWith(`${start}?`))
  })
}

export type Filled = { ok: true; text: string; values: string[] } | { ok: false; trouble: string }

/**
 * Puts the values into a registered text, in their order, or says which would not match: an operator drops what differs from the registered
 * text by a letter, and the portal sends nothing that would be dropped.
 */
export function fillTemplate(
  { body, variables, channel }: { body: string; variables: string | null; channel: 'sms' | 'whatsapp' },
  values: Readonly<Record<string, string>>,
  allowedUrls: readonly string[],
): Filled {
  const wanted = tagsOf(body)
  const named = variablesOf(variables)
  if (wanted.length !== named.length)
    return { ok: false, trouble: `The text has ${wanted.length} variables, and ${named.length} are listed` }
  const filled: string[] = []
  for (const [index, tag] of wanted.entries()) {
    const name = named[index]?.name ?? ''
    if (tag === null) return { ok: false, trouble: `The tag of ${name} is none of TRAI’s` }
    const value = values[name]
    if (value === undefined) return { ok: false, trouble: `There is no value for ${name}` }
    const trouble = valueTrouble(tag, value, allowedUrls, channel)
    if (trouble !== null) return { ok: false, trouble: `The value of ${name} ${trouble}` }
    filled.push(value)
  }
  let next = 0
  // A function: a value may hold `$&`.
  const text = body.replace(anyVariable, () => filled[next++] ?? '')
  if (channel === 'whatsapp' && text.length > maxWhatsappLetters)
    return { ok: false, trouble: `The text has ${text.length} letters; WhatsApp takes ${maxWhatsappLetters}` }
  return { ok: true, text, values: filled }
}

/** What is wrong with a text and its variables before anything is sent; null where it can be registered. */
export function templateTrouble(
  template: { event: MessageEvent; body: string; variables: string | null; channel: 'sms' | 'whatsapp' },
  allowedUrls: readonly string[],
): string | null {
  const { event, body } = template
  const known: readonly string[] = eventValues[event]
  const wrong = variablesOf(template.variables).find(({ name }) => !known.includes(name))
  if (wrong) return `${wrong.name} is nothing that is known of this event. There are ${known.join(', ')}`
  if (body.replace(anyVariable, '').match(/[{}]/))
    return 'There is a brace that is no variable such as {#alphanumeric#}'
  const filled = fillTemplate(template, samplesOf(template.variables), allowedUrls)
  return filled.ok ? null : filled.trouble
}

export function samplesOf(variables: string | null): Record<string, string> {
  return Object.fromEntries(variablesOf(variables).map(({ name, sample }) => [name, sample]))
}
