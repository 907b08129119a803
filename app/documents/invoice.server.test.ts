import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import { formatDay } from '~/models/core/shared/calendar'
import type { InvoiceView } from '~/models/money/shop/orders/invoice-view'
import { invoiceLine } from '~/models/money/shop/rules'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderInvoice } from './invoice.server'
import { makePdf, pdfText } from './pdf.server'

const view: InvoiceView = {
  number: '2026-27/000041',
  financialYear: '2026-27',
  issuedOn: '2026-07-08',
  orderNumber: '2026-27/000112',
  orderedOn: '2026-07-07',
  cancelled: false,
  school: {
    name: 'Saraswati Public School',
    address: '12, Station Road, Ahmedabad 380009',
    phone: '079 2656 1234',
    email: 'office@saraswati.example',
    gstin: '24AAACC1206D1ZM',
  },
  student: {
    name: 'Asha Patel',
    enrollmentNumber: 'ADM-2024-0117',
    fatherName: 'Kiran Patel',
    className: 'Class 8',
    sectionName: 'B',
  },
  lines: [
    invoiceLine({
      name: 'Summer shirt, half sleeves',
      label: '32',
      hsnCode: '6205',
      quantity: 2,
      unitPricePaise: 450_00,
      taxBasisPoints: 500,
    }),
    invoiceLine({
      name: 'Geometry box',
      label: '',
      hsnCode: '9017',
      quantity: 1,
      unitPricePaise: 118_00,
      taxBasisPoints: 1800,
    }),
    invoiceLine({
      name: 'Mathematics, class 8',
      label: '',
      hsnCode: null,
      quantity: 1,
      unitPricePaise: 95_50,
      taxBasisPoints: 0,
    }),
  ],
  totalPaise: 1113_50,
  method: 'razorpay',
  payments: [{ method: 'online', transactionId: 'pay_QxY12abCdEf345', paidOn: '2026-07-08', amountPaise: 1113_50 }],
}

it('shows the value, rates, halves of the tax, total and payment of a taxed sale', async () => {
  const words = wordsOfPdf(await renderInvoice(view, 'en'))
  for (const said of [
    'Tax invoice',
    '24AAACC1206D1ZM',
    '2026-27/000041',
    '2026-27/000112',
    'Asha Patel',
    'Summer shirt, half sleeves',
    '6205',
    '₹857.14',
    '₹42.86',
    '₹100.00',
    '₹9.00',
    '₹1,113.50',
    'pay_QxY12abCdEf345',
  ])
    expect(words).toContain(said)
  expect(words).toMatch(/half sleeves\s+·\s+32\b/)
  expect(words).toMatch(/rupees/i)
  expect(words).not.toContain('CANCELLED')
})

it('shows no tax for a school without a GST number, and marks a cancelled order', async () => {
  const untaxed = { ...view, cancelled: true, school: { ...view.school, gstin: null } }
  const words = wordsOfPdf(await renderInvoice(untaxed, 'en'))
  expect(words).toContain('₹1,113.50')
  expect(words).toContain('no longer valid')
  expect(words).not.toMatch(/tax|CGST|GSTIN/i)
})

/** Messages that this invoice does not show: the title without tax, and the note of a cancelled invoice. */
const notOnThisOne = ['invoice_title', 'invoice_cancelled_note']
const sharedWords = ['student', 'father', 'class_section', 'row', 'in_words', 'method_online']

/** Every sentence of an invoice with tax, from the language's messages. */
function sentencesOf(language: 'en' | 'hi' | 'gu'): string[] {
  const read = (area: string): Record<string, string> =>
    JSON.parse(readFileSync(`app/messages/${language}/${area}.json`, 'utf8'))
  const receipt = read('receipt')
  return [
    ...Object.entries(read('invoice')).flatMap(([name, said]) => (notOnThisOne.includes(name) ? [] : [said])),
    ...sharedWords.map((name) => receipt[`receipt_${name}`] ?? ''),
    read('students').students_enrollment_number ?? '',
    formatDay(view.issuedOn, language),
    amountInWords(view.totalPaise, language),
  ].map((said) => said.replace(/\{\w+\}/g, ''))
}

/**
 * Each word as a PDF reader extracts it. Indian scripts are stored by shapes, so the words are rendered for comparison.
 */
async function drawn(words: readonly string[]): Promise<string[]> {
  const content = words.map((word) => pdfText(word, { fontSize: 9 }))
  const facts = { title: 'Words', author: 'Test', createdAt: new Date(0), language: 'en-IN' }
  return wordsOfPdf(await makePdf({ content }, facts))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * In the text of a PDF, a shape that several words share becomes the letters of the first word. A wide shape may
 * become two words. So ignore signs, ra and spaces, and treat ई as इ.
 */
const withoutSigns = (words: string) => words.replace(/[\p{M}\sरર]/gu, '').replaceAll('ई', 'इ')

it.each(['en', 'hi', 'gu'] as const)('prints every sentence in the reader’s language: %s', async (language) => {
  const words = [...new Set(sentencesOf(language).flatMap((said) => said.split(/\s+/)))].filter(Boolean)
  const expected = await drawn(words)
  expect(expected).toHaveLength(words.length)
  const shown = wordsOfPdf(await renderInvoice(view, language))
  expect(expected.filter((word) => !withoutSigns(shown).includes(withoutSigns(word)))).toEqual([])
  expect(expected.filter((word) => !shown.includes(word)).length).toBeLessThan(words.length / 10)
  if (language === 'en') return
  const english = sentencesOf('en').filter((said) => !sentencesOf(language).includes(said))
  expect(english.filter((said) => shown.includes(said))).toEqual([])
})

it('continues a long invoice on a second page, with the same bytes for the same view', async () => {
  const gujarati: InvoiceView = {
    ...view,
    school: { ...view.school, name: 'શ્રી કૃષ્ણ વિદ્યાલય' },
    student: { ...view.student, name: 'પ્રિયંકા ક્ષત્રિય' },
    lines: Array.from({ length: 30 }, () => view.lines)
      .flat()
      .slice(0, 60),
  }
  const [file, again] = [await renderInvoice(gujarati, 'gu'), await renderInvoice(gujarati, 'gu')]
  expect(pagesOfPdf(file)).toBeGreaterThan(1)
  expect(Buffer.from(file).equals(Buffer.from(again))).toBe(true)
})

it.each(['en', 'hi', 'gu'] as const)('fits a small order on one page: %s', async (language) => {
  expect(pagesOfPdf(await renderInvoice(view, language))).toBe(1)
})
