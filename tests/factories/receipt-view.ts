import type { FeeReceiptLine, FeeReceiptView } from '~/models/money/ledger/receipt-view'

/** Line with two heads, a concession and a fine. */
export const receiptLine: FeeReceiptLine = {
  feeName: 'Annual School Fee',
  title: 'Term 1',
  dueOn: '2026-07-10',
  parts: [
    { name: 'Tuition', amountPaise: 12_500_00 },
    { name: 'Computer lab', amountPaise: 1_500_50 },
  ],
  concessionPaise: 1_250_00,
  finePaise: 100_00,
  amountPaise: 12_850_50,
}

/** Typical receipt: one page, one line, paid online. */
export const receiptView: FeeReceiptView = {
  number: '2026-27/000123',
  financialYear: '2026-27',
  issuedOn: '2026-07-08',
  cancelled: false,
  school: {
    name: 'Saraswati Public School',
    address: '12, Station Road, Ahmedabad 380009',
    phone: '079 2656 1234',
    email: 'office@saraswati.example',
  },
  student: {
    name: 'Asha Patel',
    enrollmentNumber: 'ADM-2024-0117',
    className: 'Class 8',
    sectionName: 'B',
    sessionName: '2026-27',
    rollNumber: '14',
    fatherName: 'Kiran Patel',
  },
  lines: [receiptLine],
  totalPaise: 12_850_50,
  method: 'online',
  transactionId: 'pay_QxY12abCdEf345',
  reference: null,
  paidAt: '2026-07-08T09:35:12.000Z',
}
