import { expect, it } from 'vitest'
import type { FeeReceiptView } from '~/models/money/ledger/receipt-view'
import { renderCounterReceipt } from './counter-receipt.server'

const line = {
  feeName: 'School Fee',
  title: 'Term 1',
  dueOn: '2026-07-10',
  parts: [{ name: 'Tuition', amountPaise: 12_500_00 }],
  concessionPaise: 0,
  finePaise: 0,
  amountPaise: 12_500_00,
}

const view: FeeReceiptView = {
  number: '2026-27/000123',
  financialYear: '2026-27',
  issuedOn: '2026-07-08',
  cancelled: false,
  school: { name: 'શ્રી કૃષ્ણ વિદ્યાલય', address: '12, Station Road', phone: '079 2656 1234', email: 'a@b.example' },
  student: {
    name: 'પ્રિયંકા ક્ષત્રિય',
    enrollmentNumber: 'ADM-117',
    className: 'Class 8',
    sectionName: 'B',
    sessionName: '2026-27',
    rollNumber: '14',
    fatherName: 'Kiran',
  },
  lines: [line],
  totalPaise: 12_500_00,
  method: 'demand_draft',
  transactionId: 'OFF-2026-27-000123',
  reference: '004512 SBI',
  paidAt: '2026-07-08T06:30:00.000Z',
}

const receipt = { view, receivedBy: 'Jigna Shah', balancePaise: 3_000_00, printedOn: '2026-07-09' }
const told = (file: Uint8Array) => {
  const raw = Buffer.from(file).toString('latin1')
  return {
    pages: Number(/\/Count (\d+)/.exec(raw)?.[1]),
    box: /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(raw)?.slice(1).map(Number),
  }
}

it.each(['en', 'hi', 'gu'] as const)(
  'fits each paper size in %s: an A4 page with two copies, an A5 page, and a slip 80 mm wide',
  async (locale) => {
    const a4 = told(await renderCounterReceipt(receipt, locale, 'a4'))
    expect(a4).toEqual({ pages: 1, box: [595.28, 841.89] })
    const a5 = told(await renderCounterReceipt(receipt, locale, 'a5'))
    expect(a5).toEqual({ pages: 1, box: [595.28, 419.53] })
    const slip = told(await renderCounterReceipt(receipt, locale, 'slip'))
    expect(slip.pages).toBe(1)
    expect(slip.box?.[0]).toBeCloseTo(226.77, 1)
    // The page of the slip ends where its content ends.
    expect(slip.box?.[1]).toBeLessThan(460)
  },
)

it('continues on a further A4 page when a payment has many lines, while the slip only grows longer', async () => {
  const many = { ...receipt, view: { ...view, lines: Array.from({ length: 25 }, () => line) } }
  expect(told(await renderCounterReceipt(many, 'en', 'a4')).pages).toBeGreaterThan(1)
  expect(told(await renderCounterReceipt(many, 'gu', 'slip')).pages).toBe(1)
})
