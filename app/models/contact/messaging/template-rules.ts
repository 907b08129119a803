import { eventValues, type MessageEvent } from './options'

/*
 * Variables of a registered text, tagged by TRAI's direction of 18 November 2025: `{#numeric#}` accepts digits only,
 * `{#alphanumeric#}` letters and digits, `{#url#}` a whitelisted URL, `{#urlott#}` an app's URL, `{#cbn#}` a
 * whitelisted call-back number.
 */
const tags = ['numeric', 'number', 'alphanumeric', 'url', 'urlott', 'cbn', 'email'] as const
export type Tag = (typeof tags)[number]

/** Maximum letters of a variable: 30, and 40 for a URL, as the operators' portals count. */
const maxLength: Record<Tag, number> = {
  numeric: 30,
  number: 30,
  alphanumeric: 30,
  cbn: 30,
  url: 40,
  urlott: 40,
  email: 40,
}

/** Maximum letters of alphanumeric values in an SMS, and of the school's name in a text. */
export const maxSmsLetters = maxLength.alphanumeric

/** Values that stay understandable when cut off; numbers and amounts must be complete. */
const cuttable = ['student', 'school', 'notice', 'exam', 'kind', 'route']

/** Cuts names and titles of an SMS to the operators' maximum. */
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

/** Words for "class" before a class's own name; followed by a space or a full stop. */
const classWords = /^(?:class|standard|std|grade|कक्षा|धोरण|ધોરણ|ધો)(?:\.\s*|\s+)(?=[\p{L}\p{N}])/iu

/**
 * Removes the word for "class" from a class name: `6-A` for `Std. 6-A`. Never removes the whole name: `Grade-A` stays.
 */
export const withoutClassWord = (className: string) => className.trim().replace(classWords, '')

export const maxWhatsappLetters = 1024

const anyVariable = /\{#([^#{}]*)#\}/g

/** Tags of a text's variables, in order; null for an unknown tag. */
export function tagsOf(body: string): (Tag | null)[] {
  return [...body.matchAll(anyVariable)].map(([, name]) => tags.find((tag) => tag === name) ?? null)
}

export type TemplateVariable = { name: string; sample: string }

/** Parses lines such as `student: Asha`, in the order of the text. */
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

/**
 * Error in a variable's value, as the end of a sentence that begins with "The value of" and the variable's name; null
 * if the value fits.
 */
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
  // The operators limit values in an SMS only.
  if (channel === 'sms' && letters > maxLength[tag])
    return `has ${letters} letters; at most ${maxLength[tag]} are allowed`
  switch (tag) {
    case 'numeric':
    case 'number':
      return /^\d+$/.test(value) ? null : 'has something else than digits'
    case 'cbn':
      return /^\+?\d{6,15}$/.test(value) ? null : 'is not a call-back number'
    case 'url':
    case 'urlott':
      return isAllowedUrl(value, allowedUrls) ? null : 'is an address not on the school’s list'
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'is not an e-mail address'
    case 'alphanumeric':
      // The tags exist to prevent URLs and call-back numbers hidden in other variables.
      if (/https?:|www\.|\b[a-z0-9-]+\.(?:com|in|org|net|co|io|me)\b/i.test(value)) return 'has an internet address'
      if (/\d{10}/.test(value)) return 'has a phone number'
      return null
  }
}

/** Returns true for a listed URL itself, and for any URL below a listed one. */
function isAllowedUrl(value: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => {
    const start = one.replace(/\/$/, '')
    return start !== '' && (value === start || value.startsWith(`${start}/`) || value.startsWith(`${start}?`))
  })
}

export type Filled = { ok: true; text: string; values: string[] } | { ok: false; trouble: string }

/**
 * Fills a registered text with the values in order, or returns why a value does not fit. The portal never sends a
 * message that differs from the registered text, because operators drop it even if only one letter differs.
 */
export function fillTemplate(
  { body, variables, channel }: { body: string; variables: string | null; channel: 'sms' | 'whatsapp' },
  values: Readonly<Record<string, string>>,
  allowedUrls: readonly string[],
): Filled {
  const bodyTags = tagsOf(body)
  const listedVariables = variablesOf(variables)
  if (bodyTags.length !== listedVariables.length)
    return { ok: false, trouble: `The text has ${bodyTags.length} variables, and ${listedVariables.length} are listed` }
  const filled: string[] = []
  for (const [index, tag] of bodyTags.entries()) {
    const name = listedVariables[index]?.name ?? ''
    if (tag === null) return { ok: false, trouble: `The tag of ${name} is not a TRAI tag` }
    const value = values[name]
    if (value === undefined) return { ok: false, trouble: `There is no value for ${name}` }
    const trouble = valueTrouble(tag, value, allowedUrls, channel)
    if (trouble !== null) return { ok: false, trouble: `The value of ${name} ${trouble}` }
    filled.push(value)
  }
  let next = 0
  // Uses a replacer function, because a value may contain `$&`.
  const text = body.replace(anyVariable, () => filled[next++] ?? '')
  if (channel === 'whatsapp' && text.length > maxWhatsappLetters)
    return { ok: false, trouble: `The text has ${text.length} letters; WhatsApp takes ${maxWhatsappLetters}` }
  return { ok: true, text, values: filled }
}

/** Error in a text or its variables, checked before it is used; null when it can be registered. */
export function templateTrouble(
  template: { event: MessageEvent; body: string; variables: string | null; channel: 'sms' | 'whatsapp' },
  allowedUrls: readonly string[],
): string | null {
  const { event, body } = template
  const availableNames: readonly string[] = eventValues[event]
  const wrong = variablesOf(template.variables).find(({ name }) => !availableNames.includes(name))
  if (wrong) return `${wrong.name} is not a variable of this event. Available: ${availableNames.join(', ')}`
  if (body.replace(anyVariable, '').match(/[{}]/))
    return 'The text has a { or } outside a variable such as {#alphanumeric#}'
  const filled = fillTemplate(template, samplesOf(template.variables), allowedUrls)
  return filled.ok ? null : filled.trouble
}

export function samplesOf(variables: string | null): Record<string, string> {
  return Object.fromEntries(variablesOf(variables).map(({ name, sample }) => [name, sample]))
}
