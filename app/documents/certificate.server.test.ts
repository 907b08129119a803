import { expect, it } from 'vitest'
import type { CertificateView, CopyView } from '~/models/learning/certificates/certificate-view'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderCertificate, renderCertificates } from './certificate.server'

const view: CertificateView = {
  title: 'Transfer Certificate',
  number: 'TC/2026-27/0007',
  issuedOn: '2026-11-26',
  school: {
    name: 'Demo Vidyalaya',
    address: '14 Ashram Road, Ahmedabad',
    phone: '079 2657 1234',
    email: 'office@demo.shala.test',
    lines: ['AFFILIATED TO THE CENTRAL BOARD OF SECONDARY EDUCATION', 'Affiliation no. 430021  ·  School code 13021'],
  },
  facts: [
    ['Book no.', '12'],
    ['Certificate no.', 'TC/2026-27/0007'],
    ['Admission no.', 'DV-2024-0001'],
  ],
  items: Array.from({ length: 26 }, (_, index) => [`What is asked for in item ${index + 1}`, `Entry ${index + 1}`]),
  paragraphs: [],
  amounts: null,
  notes: [],
  signatories: ['Class teacher', 'Checked by', 'Principal'],
  subject: { initials: 'A. P.', className: 'Class 8' },
}
const copy: CopyView = {
  number: 0,
  madeOn: '2026-11-26',
  token: '23456789bcdf',
  verifyUrl: 'https://shala.test/verify/23456789bcdf',
}

it('prints a certificate of 26 items, with numbers and signatures, on one page and with the same bytes', async () => {
  const file = await renderCertificate(view, copy, 'en')
  expect(pagesOfPdf(file)).toBe(1)
  const words = wordsOfPdf(file)
  for (const part of ['TC/2026-27/0007', 'Entry 26', 'Principal', '2345-6789-bcdf', 'School code 13021'])
    expect(words).toContain(part)
  expect(words).not.toMatch(/DUPLICATE|CANCELLED/i)
  expect(Buffer.from(await renderCertificate(view, copy, 'en')).equals(Buffer.from(file))).toBe(true)
})

it('marks a duplicate with its date, and a cancelled copy', async () => {
  const duplicate = { ...copy, number: 2, madeOn: '2027-01-05' }
  const words = wordsOfPdf(await renderCertificate(view, duplicate, 'en'))
  expect(words).toContain('DUPLICATE')
  expect(words).toContain('Duplicate no. 2, made on 5 Jan 2027')
  // PDF text has "cancelled" letter by letter, so the test counts the additional words.
  const stamped = wordsOfPdf(await renderCertificate(view, copy, 'en', { cancelled: true }))
  expect(stamped.length).toBeGreaterThan(wordsOfPdf(await renderCertificate(view, copy, 'en')).length)
})

it('prints the certificates of a class in one file, one page per student', async () => {
  const letter = { ...view, items: [], paragraphs: ['This is to certify something.'] }
  const three = [1, 2, 3].map((nth) => ({
    view: { ...letter, number: `FC/2026-27/000${nth}` },
    copy,
    language: 'en' as const,
  }))
  const file = await renderCertificates(three, 'en')
  expect(pagesOfPdf(file)).toBe(3)
  expect(wordsOfPdf(file)).not.toMatch(/Page 2|2026-11-26/)
})
