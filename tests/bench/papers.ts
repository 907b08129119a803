import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import { renderReportCards } from '~/documents/report-card.server'
import { renderSchemeCards } from '~/documents/scheme-card.server'
import type { FeeReceiptView } from '~/models/money/ledger/receipt-view'
import { receiptView } from '../factories/receipt-view'
import { sectionOfCards } from '../factories/report-cards-view'
import { schemeCard, schemeCardsFile } from '../factories/scheme-cards-view'

/** Typical receipt: Gujarati names, ₹, three heads, a concession and a fine, on one page. */
const view: FeeReceiptView = {
  ...receiptView,
  school: {
    ...receiptView.school,
    name: 'શ્રી કૃષ્ણ વિદ્યાલય (Shri Krishna Vidyalaya)',
    address: '૧૨, સ્ટેશન રોડ, નવરંગપુરા, અમદાવાદ 380009',
  },
  student: {
    ...receiptView.student,
    name: 'પ્રિયંકા ક્ષત્રિય',
    className: 'ધોરણ ૮',
    sectionName: 'બ',
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
}

/** Returns a receipt of another family in each round, as on a real morning. */
function receiptOf(round: number): FeeReceiptView {
  const pick = (names: readonly string[], every: number) => names[Math.floor(round / every) % names.length] ?? ''
  const family = pick(families, 1)
  const student = {
    ...view.student,
    name: `${pick(givenNames, 3)} ${family}`,
    fatherName: `${pick(givenNames, 7)} ${family}`,
    enrollmentNumber: `ADM-2024-${1000 + round}`,
    rollNumber: String(1 + (round % 60)),
  }
  return {
    ...view,
    student,
    number: `2026-27/${String(round).padStart(6, '0')}`,
    transactionId: `pay_QxY12abCd${round}`,
  }
}

const families = 'ક્ષત્રિય પટેલ ત્રિવેદી ભટ્ટ દેસાઈ ઠાકોર જોષી મહેતા શાહ વ્યાસ રાઠોડ ચૌહાણ પંડ્યા'.split(' ')
const givenNames = 'પ્રિયંકા કૃષ્ણકાંત હર્ષદ નંદિની રાજેશ્વરી અશ્વિન સ્મિતા દ્રષ્ટિ જ્યોત્સ્ના વિશ્વાસ મૃણાલ'.split(' ')

const rounds = 100
const section = sectionOfCards()
const languages = ['en', 'hi', 'gu'] as const
const schemeSection = schemeCardsFile(
  Array.from({ length: 60 }, (_, index) => schemeCard(languages[index % 3] ?? 'en', index)),
)

/** Returns the milliseconds of one core that `work` takes. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function median(times: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < times; round += 1) taken.push(await cpuOf(() => work(round)))
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

const firstMs = await cpuOf(() => renderFeeReceipt(receiptOf(0), 'gu'))
const receiptMs = await median(rounds, (round) => renderFeeReceipt(receiptOf(round + 1), 'gu'))
const cardsMs = await median(5, () => renderReportCards(section))
const schemeCardsMs = await median(3, () => renderSchemeCards(schemeSection))
console.log(JSON.stringify({ firstMs, receiptMs, cardsMs, schemeCardsMs }))
