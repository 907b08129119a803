import { describe, expect, it } from 'vitest'
import { type ActivationSlip, renderActivationSlips } from './activation-slips.server'
import { type IdCard, renderIdCards } from './id-cards.server'

const card: IdCard = {
  language: 'gu',
  name: 'પ્રિયંકા ક્ષત્રિય',
  className: 'Class 6',
  sectionName: 'A',
  rollNumber: 7,
  sessionName: '2026-27',
  enrollmentNumber: 'DV-2024-0007',
  dateOfBirth: '2012-06-14',
  fatherName: 'કૃષ્ણકાંત ક્ષત્રિય',
  phone: '9825000001',
  address: '૧૨, શાંતિ નગર સોસાયટી, નારણપુરા, અમદાવાદ ૩૮૦૦૧૩',
  photo: null,
}
const slip: ActivationSlip = {
  language: 'hi',
  name: 'आरव शर्मा',
  place: 'Class 6 – A, 7',
  enrollmentNumber: 'DV-2024-0007',
  mobileNumber: '9825000001',
  email: 'aarav.sharma@school.test',
  code: '7KQ4-MW2H',
}
const school = { name: 'Demo Vidyalaya', address: '14 Ashram Road, Ahmedabad', phone: '079 2657 1234', logo: null }
const printedAt = new Date('2026-11-21T10:00:00Z')

const cards = (list: IdCard[], logo: Uint8Array | null = null) =>
  renderIdCards({ school: { ...school, logo }, printedAt, cards: list })
const slips = (list: ActivationSlip[]) =>
  renderActivationSlips({ schoolName: school.name, address: 'school.test/students/login', printedAt, slips: list })

const pagesOf = (file: Uint8Array) => Number(/\/Count (\d+)/.exec(Buffer.from(file).toString('latin1'))?.[1])
const times = <T>(count: number, thing: T) => Array.from({ length: count }, () => thing)

const oddNames = [
  'A'.repeat(300),
  'ધર્મેન્દ્રકુમારસિંહજી રાજેન્દ્રપ્રસાદ ત્રિવેદી ક્ષત્રિય વિશ્વનાથપ્રતાપસિંહ',
  '🙂👨‍👩‍👧‍👦 漢字 اردو',
  '',
  '્િ',
  'ि्',
  '\u0000\u202e',
]

describe('identity cards', () => {
  it('fit ten on a page for any text', async () => {
    expect(pagesOf(await cards([card]))).toBe(1)
    expect(pagesOf(await cards(times(10, card)))).toBe(1)
    expect(pagesOf(await cards(times(11, card)))).toBe(2)
    const odd = oddNames.map((name) => ({ ...card, name, fatherName: name, address: name, className: name }))
    expect(pagesOf(await cards(odd))).toBe(1)
  })

  it('carry photo and logo', async () => {
    const onePixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const images = (file: Uint8Array) =>
      Buffer.from(file)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length ?? 0
    expect(images(await cards([card]))).toBe(0)
    expect(images(await cards([{ ...card, photo: onePixel }, card], onePixel))).toBeGreaterThan(1)
  })

  it('have the same bytes for the same view', async () => {
    const [first, again] = [await cards(times(3, card)), await cards(times(3, card))]
    expect(Buffer.compare(first, again)).toBe(0)
  })
})

describe('activation slips', () => {
  it('fit eight on a page, in any language, with and without a code', async () => {
    expect(pagesOf(await slips(times(8, slip)))).toBe(1)
    expect(pagesOf(await slips(times(9, slip)))).toBe(2)
    const odd = oddNames.map((name) => ({ ...slip, name, place: name, email: name }))
    expect(pagesOf(await slips(odd))).toBe(1)
    for (const language of ['en', 'hi', 'gu'] as const) {
      expect(pagesOf(await slips([{ ...slip, language, email: null, place: null }]))).toBe(1)
    }
  })
})
