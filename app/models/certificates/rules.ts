import { type CertificateBase, type Doubt, hasItems } from './options'

/** As it is printed: `TC/2026-27/0001`. */
export function certificateNumber(prefix: string, financialYear: string, number: number): string {
  return `${prefix}/${financialYear}/${String(number).padStart(4, '0')}`
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first letter of each name, as whoever verifies a certificate is told whose it is: "A. P." */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words.map((word) => `${[...letters.segment(word)][0]?.segment ?? ''}.`).join(' ')
}

/** An item of a kind by its name, with the school's own words for it where there are any. */
export type ListedItem = { name: string; label: string | null }

/** Reads the items of a kind: one in a line, `birth_date` or `birth_date: Date of birth as in the register`. */
export function listedItems(typed: string | null): ListedItem[] {
  const lines = (typed ?? '').split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => {
    const [name = '', ...label] = line.split(':')
    return { name: name.trim(), label: label.join(':').trim() || null }
  })
}

/** What stands for the student's own words in the text of a letter. */
export const placeholders = [
  ...['name', 'father', 'mother', 'class', 'section', 'session', 'roll_number', 'admission_number'],
  ...['enrollment_number', 'birth_date', 'birth_date_words', 'admitted_on', 'left_on', 'today', 'school'],
] as const
export type Placeholder = (typeof placeholders)[number]

const braced = /\{\s*([^{}]*?)\s*\}/g

/** Words in braces that stand for nothing. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = placeholders
  return [...text.matchAll(braced)].map(([, name = '']) => name).filter((name) => !known.includes(name))
}

/** The letter with the words that are given; what is not known is a line to be filled in. */
export function fillLetter(text: string, words: Readonly<Partial<Record<Placeholder, string | null>>>): string {
  return text.replace(braced, (whole, name: string) => (name in words ? (words[name as Placeholder] ?? blank) : whole))
}

/** Stands where the register says nothing. */
const blank = '________'
export const hasBlank = (text: string) => text.includes(blank)

/** What the register and the ledger say about a student that a certificate must not pass over. */
export interface Circumstances {
  /** What is owed by today, and what falls due later, in paise. */
  owedPaise: number
  laterPaise: number
  /** The school has seen a proof of the birth date. */
  hasBirthProof: boolean
  isStudying: boolean
  /** The student has a transfer or leaving certificate for this leaving already. */
  isIssuedBefore: boolean
  /** Something stands in it otherwise than in the register: `differingItems`. */
  differs: boolean
}

/** Without these a list of items says too little to be signed. */
const needed = ['name', 'birth_date', 'last_class', 'class_since', 'struck_off_on', 'left_on']

/**
 * What is doubtful of a certificate before it is issued. `content` is by the items' names; an item that the kind does not list is not missed.
 */
export function doubtsOf(
  base: CertificateBase,
  listed: readonly ListedItem[],
  content: Readonly<Record<string, string | null>>,
  circumstances: Circumstances,
): Doubt[] {
  const isMissed = (name: string) => listed.some((item) => item.name === name) && !content[name]
  const found: Doubt[] = []
  if (base === 'no_dues' && circumstances.owedPaise > 0) found.push('dues-owed')
  if (base === 'bonafide' && !circumstances.isStudying) found.push('has-left')
  if (hasItems(base)) {
    if (circumstances.owedPaise + circumstances.laterPaise > 0) found.push('dues-open')
    if (isMissed('last_exam') || isMissed('progress')) found.push('result-missing')
    if (!circumstances.hasBirthProof && !content.birth_proof) found.push('birth-date-unproven')
    if (circumstances.isStudying) found.push('still-studying')
    if (circumstances.isIssuedBefore) found.push('issued-before')
    if (listed.length === 0 || needed.some(isMissed)) found.push('items-missing')
  } else if (base !== 'fee' && (!content.text || hasBlank(content.text))) found.push('items-missing')
  if (circumstances.differs) found.push('register-differs')
  return found
}

/** What the school vouches for by its register: items of a list, and placeholders of a letter. */
const vouched = ['name', 'birth_date', 'admitted_on'] as const
export type Registered = Readonly<Record<(typeof vouched)[number], string | null>>

const wordLetter = '[\\p{L}\\p{M}\\p{N}]'

/** Whether a text has words as a whole, not as the beginning or end of longer ones: "Ravi Shah" is not in "Ravi Shahani". */
function hasWords(text: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!${wordLetter})${escaped}(?!${wordLetter})`, 'u').test(text)
}

/**
 * What of a certificate says something else than the register, by the items' names, with what the register says. Names are compared without
 * regard to capitals and spaces; what the register does not know, and what a list of items leaves out, does not differ.
 * @param letter text of the kind, whose places for these words say what a letter holds of them; null of a list of items
 * @param register as it is stored, and as it is printed in the certificate's language
 */
export function differingItems(
  listed: readonly ListedItem[],
  letter: string | null,
  content: Readonly<Record<string, string | null>>,
  register: { stored: Registered; printed: Registered },
): Array<{ name: string; said: string | null; registered: string }> {
  const { stored, printed } = register
  if (letter !== null) {
    return vouched.flatMap((name) => {
      const word = printed[name]
      // Endings that are written to a word, as Gujarati does: `{name}ને`.
      const places = [...letter.matchAll(new RegExp(`(${wordLetter}*)\\{\\s*${name}\\s*\\}(${wordLetter}*)`, 'gu'))]
      const forms = [`${word}`, ...places.map(([, before, after]) => `${before}${word}${after}`)]
      const isSaid = word === null || places.length === 0 || forms.some((form) => hasWords(content.text ?? '', form))
      return isSaid ? [] : [{ name, said: null, registered: word }]
    })
  }
  const plain = (words: string) => words.trim().replace(/\s+/g, ' ').toLowerCase()
  return listed.flatMap(({ name }) => {
    const said = content[name] ?? null
    // The day of the first admission stands there with its class.
    const isFirst = name === 'first_admission'
    const registered = isFirst ? printed.admitted_on : (stored[name as keyof Registered] ?? null)
    if (said === null || registered === null) return []
    const isSame = isFirst ? hasWords(said, registered) : plain(said) === plain(registered)
    return isSame ? [] : [{ name, said, registered }]
  })
}

/** The words that a list of items begins with; which there are, and in which order, is the school's to say. */
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

/** The section of the income-tax law that a payment of the financial year falls under. */
export function feeSection(financialYear: string): string {
  return financialYear <= '2025-26' ? '80C' : '123'
}

/** Whether it is a financial year, written as one: `2026-27`. */
export function isFinancialYear(text: string): boolean {
  const [, from = '', to = ''] = /^(20\d{2})-(\d{2})$/.exec(text) ?? []
  return from !== '' && (Number(from) + 1) % 100 === Number(to)
}
