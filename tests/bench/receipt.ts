import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import type { FeeReceiptView } from '~/models/ledger/receipt-view'

/** A receipt as most are: Gujarati names, ₹, three heads, a concession and a fine, on one page. */
const view: FeeReceiptView = {
  number: '2026-27/000123',
  financialYear: '2026-27',
  issuedOn: '2026-07-08',
  cancelled: false,
  school: {
    name: 'શ્રી કૃષ્ણ વિદ્યાલય (Shri Krishna Vidyalaya)',
    address: '૧૨, સ્ટેશન રોડ, નવરંગપુરા, અમદાવાદ 380009',
    phone: '079 2656 1234',
    email: 'office@krishna.example',
  },
  student: {
    name: 'પ્રિયંકા ક્ષત્રિય',
    enrollmentNumber: 'ADM-2024-0117',
    className: 'ધોરણ ૮',
    sectionName: 'બ',
    sessionName: '2026-27',
    rollNumber: '14',
    fatherName: 'કૃષ્ણકાંત ક્ષત્રિય',
  },
  lines: [
    {
      feeName: 'વાર્ષિક શાળા ફી',
      title: 'પ્રથમ સત્ર (Term 1)',
      dueOn: '2026-07-10',
      parts: [
        { name: 'શિક્ષણ ફી', amountPaise: 12_500_00 },
        { name: 'વિજ્ઞાન પ્રયોગશાળા', amountPaise: 1_500_50 },
        { name: 'Library', amountPaise: 500_00 },
      ],
      concessionPaise: 1_250_00,
      finePaise: 100_00,
      amountPaise: 13_350_50,
    },
  ],
  totalPaise: 13_350_50,
  method: 'online',
  transactionId: 'pay_QxY12abCdEf345',
  reference: null,
  paidAt: '2026-07-08T09:35:12.000Z',
}

/** Milliseconds of one core: the first receipt of a process, which parses the fonts, and the median of the following. */
export async function benchReceipt(rounds = 30): Promise<{ firstMs: number; medianMs: number; bytes: number }> {
  const measure = async () => {
    const before = process.cpuUsage()
    const file = await renderFeeReceipt(view, 'gu')
    const used = process.cpuUsage(before)
    return { ms: (used.user + used.system) / 1000, bytes: file.byteLength }
  }
  const first = await measure()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push((await measure()).ms)
  times.sort((a, b) => a - b)
  return { firstMs: first.ms, medianMs: times[Math.floor(rounds / 2)] ?? 0, bytes: first.bytes }
}
