import { expect, it } from 'vitest'
import type { BookEntry, RegisterBookView } from '~/models/entry/register/book-view'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderRegisterBook } from './register-book.server'

const entry: BookEntry = {
  number: 'GR-45',
  name: 'Asha Shah',
  mother: 'Hansa Patel',
  father: 'Rajesh Patel',
  birthDate: '14 Jul 2012',
  birthWords: 'Fourteenth July Two Thousand Twelve',
  gender: 'Female',
  category: 'General, Hindu',
  lastSchool: 'Shishu Mandir, Rajkot',
  admitted: ['10 Jun 2019', 'Class 1'],
  left: ['31 Mar 2026', 'Class 7'],
  reason: 'The family moves to Pune',
  certificate: ['TC/2025-26/0004', '2 Apr 2026'],
  remarks: ['Name corrected from Asha Patel to Asha Shah on the authority of the District Education Officer.'],
}

const book = (entries: BookEntry[], more: Partial<RegisterBookView> = {}): RegisterBookView => ({
  language: 'en',
  school: { name: 'Saraswati Public School', address: '1 Station Road, Rajkot', phone: '', email: '' },
  lines: ['AFFILIATED TO THE CENTRAL BOARD OF SECONDARY EDUCATION'],
  logo: null,
  printedOn: '2026-11-26',
  part: 1,
  parts: 1,
  entries,
  ...more,
})

it('prints the school, every column, the remarks, the number of pages and a line for the head’s signature', async () => {
  const words = wordsOfPdf(await renderRegisterBook(book([entry])))
  for (const part of [
    ...['Saraswati Public School', 'AFFILIATED', 'General Register', 'Entries GR-45 to GR-45', 'Page 1 of 1'],
    ...['GR-45', 'Asha Shah', 'Hansa Patel', 'Rajesh Patel', '14 Jul 2012', 'Shishu', '10 Jun 2019', '31 Mar 2026'],
    ...['The family', 'TC/2025-26/0004', 'Remarks', 'Name corrected from Asha Patel', 'Head of the school'],
  ])
    expect(words).toContain(part)
  expect(words).toContain('Female')
  expect(words).not.toMatch(/null|undefined|NaN|Part/)
})

it('shows the part number when the book has several files', async () => {
  expect(wordsOfPdf(await renderRegisterBook(book([entry], { part: 2, parts: 5 })))).toContain('Part 2 of 5')
})

it('repeats headings and school on every page, with the same bytes for the same view', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ ...entry, number: String(index + 1) }))
  const [file, again] = [await renderRegisterBook(book(many)), await renderRegisterBook(book(many))]
  const pages = pagesOfPdf(file)
  expect(pages).toBeGreaterThan(3)
  expect(wordsOfPdf(file).split('Last school').length - 1).toBe(pages)
  expect(wordsOfPdf(file)).toContain(`Page ${pages} of ${pages}`)
  expect(Buffer.compare(file, again)).toBe(0)
})

it.each(['hi', 'gu'] as const)('fits two entries on one page in %s, even with long texts', async (language) => {
  const long = 'प्रियंकाकुमारी કૃષ્ણકાંતભાઈ ક્ષત્રિય राजपुरोहित-Venkatanarasimharajuvaripeta'
  const entries = [{ ...entry, name: long, mother: long, reason: 'x'.repeat(120), remarks: [long.repeat(8)] }, entry]
  expect(pagesOfPdf(await renderRegisterBook(book(entries, { language })))).toBe(1)
})
