import { expect, it } from 'vitest'
import type { StatementView } from '~/models/money/ledger/books/statement-view'
import { pagesOfPdf, wordsOfPdf } from '../../tests/factories/pdf-words'
import { renderStatement } from './statement.server'

const school = {
  name: 'Saraswati Public School',
  address: '12, Station Road, Ahmedabad 380009',
  phone: '079 2656 1234',
  email: 'office@saraswati.example',
}

const asked: StatementView['asked'][number] = {
  name: 'School Fee',
  title: 'First instalment',
  dueOn: '2026-06-15',
  isCancelled: false,
  amountPaise: 12_34_500_00,
  concessionPaise: 4_500_00,
  finePaise: 200_50,
  owedPaise: 12_30_200_50,
  paidPaise: 12_30_000_00,
}

const paid: StatementView['entries'][number] = {
  kind: 'paid',
  on: '2026-06-20',
  method: 'bank_transfer',
  reference: 'UTR SBIN0026111234',
  receiptNumber: '2026-27/000123',
  purposes: ['School Fee – First instalment'],
  amountPaise: 12_30_500_00,
  excessPaise: 500_00,
}

const view: StatementView = {
  student: {
    name: 'Asha Patel',
    enrollmentNumber: 'ENR-1',
    admissionNumber: 'ADM-2024-0117',
    fatherName: 'Kiran Patel',
    className: 'Class 8',
    sectionName: 'B',
  },
  sessionName: null,
  writtenOn: '2026-11-25',
  asked: [asked, { ...asked, name: 'Hostel deposit', isCancelled: true }],
  entries: [
    paid,
    { ...paid, kind: 'mistake', amountPaise: -1_000_00, excessPaise: 0 },
    {
      ...paid,
      kind: 'refund',
      method: 'cash',
      reference: null,
      amountPaise: -500_00,
      excessPaise: -500_00,
      purposes: [],
    },
  ],
  totals: { askedPaise: 24_60_401_00, paidPaise: 12_29_000_00, excessPaise: 0, balancePaise: 12_31_401_00 },
}

it('shows dues, payments, refunds and the balance', async () => {
  const words = wordsOfPdf(await renderStatement(view, school, 'en'))
  for (const text of [
    'Statement of account',
    'ADM-2024-0117',
    'All sessions',
    '₹12,34,500.00',
    'Cancelled',
    'Cancelled: wrong entry',
    'Refunded',
    '-₹1,000.00',
    '2026-27/000123',
    'Balance to pay',
    '₹12,31,401.00',
  ])
    expect(words).toContain(text)
})

it.each(['en', 'hi', 'gu'] as const)(
  'adds pages for forty entries of each kind in %s, with the same bytes each time',
  async (locale) => {
    const many = { ...view, asked: Array(40).fill(asked), entries: Array(40).fill(paid) }
    const file = await renderStatement(many, school, locale)
    expect(pagesOfPdf(file)).toBeGreaterThan(1)
    expect(Buffer.compare(file, await renderStatement(many, school, locale))).toBe(0)
    expect(pagesOfPdf(await renderStatement({ ...view, asked: [], entries: [] }, school, locale))).toBe(1)
  },
)
