import { expect, it } from 'vitest'
import type { InvoiceView } from '~/models/shop/invoice-view'
import { invoiceLine } from '~/models/shop/rules'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderInvoice } from './invoice.server'

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

it('shows a taxed sale with its value, rates, halves of the tax, total and how it was paid', async () => {
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

it('shows no tax of a school without a tax number, and says when the order was cancelled', async () => {
  const untaxed = { ...view, cancelled: true, school: { ...view.school, gstin: null } }
  const words = wordsOfPdf(await renderInvoice(untaxed, 'en'))
  expect(words).toContain('₹1,113.50')
  expect(words).toContain('no longer valid')
  expect(words).not.toMatch(/tax|CGST|GSTIN/i)
})

it('is made in every language, goes on on a second page, and the same view gives the same bytes', async () => {
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
  expect(pagesOfPdf(await renderInvoice(view, 'hi'))).toBe(1)
})
