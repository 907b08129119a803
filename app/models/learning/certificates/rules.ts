import { type CertificateBase, type Doubt, hasItems } from './options'

export function certificateNumber(prefix: string, financialYear: string, number: number): string {
  return `${prefix}/${financialYear}/${String(number).padStart(4, '0')}`
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns the first letter of each name, for the verification page: "A. P." */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words.map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}.`).join(' ')
}

/** Item of a kind, with the school's own label if any. */
export type ListedItem = { name: string; label: string | null }

/** Parses the items of a kind: one per line, `birth_date` or `birth_date: Date of birth as in the register`. */
export function listedItems(itemsText: string | null): ListedItem[] {
  const lines = (itemsText ?? '').split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [name = '', ...label] = line.split(':')
    return { name: name.trim(), label: label.join(':').trim() || null }
  })
}

export const placeholders = [
  ...['name', 'father', 'mother', 'class', 'section', 'session', 'roll_number', 'admission_number'],
  ...['enrollment_number', 'birth_date', 'birth_date_words', 'admitted_on', 'left_on', 'today', 'school'],
] as const
export type Placeholder = (typeof placeholders)[number]

const braced = /\{\s*([^{}]*?)\s*\}/g

export function unknownPlaceholders(text: string): string[] {
  const knownNames: readonly string[] = placeholders
  return [...text.matchAll(braced)].map(([, name = '']) => name).filter((name) => !knownNames.includes(name))
}

/** Fills `words` into a letter; an unknown value becomes a blank line. */
export function fillLetter(text: string, words: Readonly<Partial<Record<Placeholder, string | null>>>): string {
  return text.replace(braced, (whole, name: string) => (name in words ? (words[name as Placeholder] ?? blank) : whole))
}

/** Blank line for a value that the register does not have. */
const blank = '________'
export const hasBlank = (text: string) => text.includes(blank)

/** Facts of register and ledger that a certificate must take into account. */
export interface Circumstances {
  /** Amounts due by today, and due later, in paise. */
  owedPaise: number
  laterPaise: number
  /** The school has seen a proof of the birth date. */
  hasBirthProof: boolean
  isStudying: boolean
  /** The student already has a transfer or leaving certificate for this withdrawal. */
  isIssuedBefore: boolean
  /** An item differs from the register: `differingItems`. */
  differs: boolean
}

/** Items without which a certificate is too incomplete to be signed, if its kind lists them. */
const needed = ['name', 'birth_date', 'last_class', 'class_since', 'struck_off_on', 'left_on']

/**
 * Returns the doubts about a certificate before it is issued. `content` is keyed by item name; items that the kind does
 * not list are not required.
 */
export function doubtsOf(
  base: CertificateBase,
  listed: readonly ListedItem[],
  content: Readonly<Record<string, string | null>>,
  circumstances: Circumstances,
): Doubt[] {
  const isMissed = (name: string) => listed.some((item) => item.name === name) && !content[name]
  const doubts: Doubt[] = []
  if (base === 'no_dues' && circumstances.owedPaise > 0) doubts.push('dues-owed')
  if (base === 'bonafide' && !circumstances.isStudying) doubts.push('has-left')
  if (hasItems(base)) {
    if (circumstances.owedPaise + circumstances.laterPaise > 0) doubts.push('dues-open')
    if (isMissed('last_exam') || isMissed('progress')) doubts.push('result-missing')
    if (!circumstances.hasBirthProof && !content.birth_proof) doubts.push('birth-date-unproven')
    if (circumstances.isStudying) doubts.push('still-studying')
    if (circumstances.isIssuedBefore) doubts.push('issued-before')
    if (listed.length === 0 || needed.some(isMissed)) doubts.push('items-missing')
  } else if (base !== 'fee' && (!content.text || hasBlank(content.text))) doubts.push('items-missing')
  if (circumstances.differs) doubts.push('register-differs')
  return doubts
}

/** Facts that the school vouches for by its register: items of a list, and placeholders of a letter. */
const vouchedItems = ['name', 'birth_date', 'admitted_on'] as const
export type Registered = Readonly<Record<(typeof vouchedItems)[number], string | null>>

const wordLetter = '[\\p{L}\\p{M}\\p{N}]'

/** Returns whether a text contains whole words, not parts of longer ones: "Ravi Shah" is not in "Ravi Shahani". */
function hasWords(text: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!${wordLetter})${escaped}(?!${wordLetter})`, 'u').test(text)
}

/**
 * Returns the items that differ from the register, with the register's values. Ignores case and spaces in names, values
 * missing in the register, and items not listed.
 * @param letter text of the kind, whose placeholders determine the facts that a letter contains; null for a list of
 * items
 * @param register values as stored, and as printed in the certificate's language
 */
export function differingItems(
  listed: readonly ListedItem[],
  letter: string | null,
  content: Readonly<Record<string, string | null>>,
  register: { stored: Registered; printed: Registered },
): Array<{ name: string; said: string | null; registered: string }> {
  const { stored, printed } = register
  if (letter !== null) {
    return vouchedItems.flatMap((name) => {
      const word = printed[name]
      // Includes suffixes attached to a placeholder, as in Gujarati: `{name}ને`.
      const mentions = [...letter.matchAll(new RegExp(`(${wordLetter}*)\\{\\s*${name}\\s*\\}(${wordLetter}*)`, 'gu'))]
      const forms = [`${word}`, ...mentions.map(([, before, after]) => `${before}${word}${after}`)]
      const isSaid = word === null || mentions.length === 0 || forms.some((form) => hasWords(content.text ?? '', form))
      return isSaid ? [] : [{ name, said: null, registered: word }]
    })
  }
  const plain = (words: string) => words.trim().replace(/\s+/g, ' ').toLowerCase()
  return listed.flatMap(({ name }) => {
    const statedValue = content[name] ?? null
    // The item states the day of the first admission together with its class.
    const isFirst = name === 'first_admission'
    const registered = isFirst ? printed.admitted_on : (stored[name as keyof Registered] ?? null)
    if (statedValue === null || registered === null) return []
    const isSame = isFirst ? hasWords(statedValue, registered) : plain(statedValue) === plain(registered)
    return isSame ? [] : [{ name, said: statedValue, registered }]
  })
}

/** Default items of a list; the school may change and reorder them. */
export const usualItems: Readonly<Record<'transfer' | 'leaving', readonly string[]>> = {
  transfer: [
    ...['name', 'mother_name', 'father_name', 'birth_date', 'birth_proof', 'nationality', 'category'],
    ...['first_admission', 'last_class', 'last_exam', 'failed', 'subjects', 'promotion', 'working_days'],
    ...['present_days', 'dues_paid_up_to', 'concession', 'cadets', 'school_type', 'games', 'conduct', 'applied_on'],
    ...['struck_off_on', 'issued_on', 'reason', 'remarks'],
  ],
  leaving: [
    ...['name', 'caste', 'birth_place', 'birth_date', 'last_school', 'admitted_on', 'progress', 'conduct'],
    ...['left_on', 'class_since', 'reason', 'remarks'],
  ],
}

/** Returns the section of the income-tax law for payments of the financial year. */
export function feeSection(financialYear: string): string {
  return financialYear <= '2025-26' ? '80C' : '123'
}

export function isFinancialYear(text: string): boolean {
  const [, from = '', to = ''] = /^(20\d{2})-(\d{2})$/.exec(text) ?? []
  return from !== '' && (Number(from) + 1) % 100 === Number(to)
}
