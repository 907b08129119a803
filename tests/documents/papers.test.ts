import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { papers } from '~/documents/papers.server'
import { cbseGrades } from '~/models/core/schools/options'
import type { CertificateView, CopyView } from '~/models/learning/certificates/certificate-view'
import type { SchemeCard } from '~/models/learning/report-cards/card-view'
import type { FeeReceiptView } from '~/models/money/ledger/receipt-view'
import { linesOfPdf } from '../factories/pdf-words'
import { receiptLine, receiptView } from '../factories/receipt-view'
import { attendanceRegisterView, feeRegisterView } from '../factories/registers-view'
import { schemeCard, schemeCardsFile } from '../factories/scheme-cards-view'

/*
 * Compares each PDF word for word: words/*.txt have the lines of the pages in drawing order. No two fields of a fixture
 * have the same value, so that a swapped field fails. English only: Indian scripts are stored as glyphs.
 */

const school = {
  name: 'Saraswati Public School',
  address: '12, Station Road, Ahmedabad 380009',
  phone: '079 2656 1234',
  email: 'office@saraswati.example',
}

const receipt: FeeReceiptView = {
  ...receiptView,
  student: { ...receiptView.student, admissionNumber: 'GR-451', sessionName: '2026-2027' },
  paidAt: '2026-07-06T09:35:12.000Z',
}

const counterReceipt = {
  view: { ...receipt, method: 'cheque' as const, transactionId: 'OFF-2026-27-000456', reference: '004512 SBI' },
  receivedBy: 'Jigna Shah',
  balancePaise: 3_000_00,
  printedOn: '2026-07-09',
}

const severalLines = {
  ...receipt,
  lines: [
    { ...receiptLine, restPaise: 2_100_00 },
    {
      feeName: 'Bus fee',
      title: 'August',
      dueOn: null,
      parts: [{ name: 'Route 7', amountPaise: 800_00 }],
      concessionPaise: 0,
      finePaise: 0,
      amountPaise: 800_00,
    },
  ],
  totalPaise: 13_650_50,
}

const certificate: CertificateView = {
  title: 'Transfer Certificate',
  number: 'TC/2026-27/0007',
  issuedOn: '2026-11-26',
  school: { ...school, lines: ['AFFILIATED TO THE CENTRAL BOARD', 'Affiliation no. 430021  ·  School code 13021'] },
  facts: [
    ['Book no.', '12'],
    ['Certificate no.', 'TC/2026-27/0007'],
    ['Admission no.', 'DV-2024-0001'],
  ],
  items: [
    ['Name of the pupil', 'Asha Patel'],
    ['Date of birth', '14 Jun 2012'],
  ],
  paragraphs: ['A first paragraph.', 'A second paragraph.'],
  amounts: {
    heads: ['What was paid', 'Amount'],
    rows: [
      ['Tuition Fee', '₹12,500.00'],
      ['Computer Fee', '₹1,500.50'],
    ],
    total: ['Total', '₹14,000.50'],
  },
  notes: ['A note.', 'Another note.'],
  signatories: ['Class teacher', 'Checked by', 'Principal'],
  subject: { initials: 'A. P.', className: 'Class 8' },
}

const copy: CopyView = {
  number: 0,
  madeOn: '2026-11-27',
  token: '23456789bcdf',
  verifyUrl: 'https://shala.test/verify/23456789bcdf',
}

const order = {
  id: 1,
  financialYear: '2026-27',
  number: 112,
  placedAt: new Date('2026-07-06T20:00:00Z'),
  studentName: 'Asha Patel',
  enrollmentNumber: 'ENR-117',
  className: 'Class 8',
  sectionName: 'B',
  rollNumber: 14,
  items: [
    { orderId: 1, name: 'Summer shirt', label: '32', quantity: 2 },
    { orderId: 1, name: 'Geometry box', label: '', quantity: 3 },
  ],
}

const passenger = {
  runId: 'r1',
  vehicleId: 'v1',
  vehicleNumber: 'GJ 01 AB 1234',
  driverName: 'Ramesh Solanki',
  driverPhone: '9825000011',
  attendantName: 'Lata Parmar',
  attendantPhone: '9825000012',
  departureMinute: 390,
  arrivalMinute: 445,
  returnMinute: 790,
  studentName: 'Asha Patel',
  enrollmentNumber: 'ENR-117',
  className: 'Class 8',
  sectionName: 'B',
  fatherMobile: '9825000021',
  motherMobile: '9825000022',
  guardianMobile: '9825000023',
  emergencyContact: '9825000024',
  stopName: 'Naranpura cross roads',
  pickupAddress: '7 Park Lane',
  pickupMinute: 402,
  dropMinute: 811,
  medicalConditions: 'Asthma',
  isExpected: false,
}

const marks = (subjectName: string, mark: number, maxMarks: number, passMarks: number, grade: string) => ({
  subjectName,
  marks: mark,
  maxMarks,
  passMarks,
  grade,
  outcome: 'pass' as const,
})

const more = (marks: number | null) => (marks === null ? null : marks + 1)
const card = schemeCard('en', 3, { fatherName: 'Kiran Patel', motherName: 'Hansa Patel' })

/** The second term differs from the first in every value. */
const yearCard: SchemeCard = {
  ...card,
  terms: card.terms.map((term, nth) =>
    nth === 0
      ? term
      : {
          ...term,
          grades: ['B', 'C', 'B', 'C'],
          attendance: { present: 87, days: 91 },
          remarks: 'Reads a lot by now.',
        },
  ),
  subjects: card.subjects.map((subject) => ({
    ...subject,
    terms: subject.terms.map((line, nth) =>
      nth === 0
        ? line
        : {
            ...line,
            cells: line.cells.map((cell) => ({ ...cell, marks: more(cell.marks) })),
            marks: more(line.marks),
            grade: line.grade && `${line.grade}+`,
          },
    ),
  })),
}

type Kind = keyof typeof papers

/** PDFs to compare, by kind and by the name of their text file. */
const made: Record<Kind, Record<string, () => Promise<Uint8Array>>> = {
  'activation-slips': {
    'activation-slips': () =>
      papers['activation-slips']({
        schoolName: school.name,
        address: 'school.test/students/login',
        printedAt: new Date('2026-11-21T10:00:00Z'),
        slips: [
          {
            language: 'en',
            name: 'Asha Patel',
            place: 'Class 6 – A, 7',
            enrollmentNumber: 'DV-2024-0007',
            mobileNumber: '9825000001',
            email: 'asha.patel@family.test',
            code: '7KQ4-MW2H',
          },
        ],
      }),
  },
  'attendance-register': {
    'attendance-register': () => papers['attendance-register'](attendanceRegisterView('en', 12), 'en'),
  },
  'board-report': {
    'board-report': () =>
      papers['board-report']({
        title: 'Lost laptop',
        printedOn: '2026-11-20',
        school: { name: school.name, contact: `${school.phone}, ${school.email}` },
        groups: [
          {
            title: 'What happened',
            rows: [
              ['Noticed on', '18 Nov 2026'],
              ['Described as', 'A laptop was lost in a bus'],
            ],
          },
          { title: 'Recipients', rows: [['Families', '42']] },
        ],
      }),
  },
  certificate: {
    certificate: () => papers.certificate(certificate, copy, 'en'),
    'certificate-duplicate': () => papers.certificate(certificate, { ...copy, number: 2, madeOn: '2027-01-05' }, 'en'),
  },
  certificates: {
    certificates: () =>
      papers.certificates(
        ['0007', '0008'].map((number) => ({
          view: { ...certificate, number: `TC/2026-27/${number}`, facts: [['No.', number]], amounts: null, notes: [] },
          copy,
          language: 'en' as const,
        })),
        'en',
      ),
  },
  'consent-forms': {
    'consent-forms': () =>
      papers['consent-forms']({
        school,
        logo: null,
        language: 'en',
        printedOn: '2026-11-19',
        number: 3,
        text: {
          title: 'Photographs',
          data: ['Pictures of events', 'Name under a picture'],
          uses: ['School magazine'],
          sharedWith: ['Printing press'],
          rights: 'You may ask what we hold.',
          withdrawal: 'Write to the office.',
          complaint: 'Complain to the Board.',
          contact: 'Ask Meena Rao.',
        },
        students: [{ name: 'Asha Patel', enrollmentNumber: 'ENR-117', classSection: 'Class 8 – B' }],
      }),
  },
  'counter-receipt': {
    'counter-receipt-a4': () => papers['counter-receipt'](counterReceipt, 'en', 'a4'),
    'counter-receipt-a5': () => papers['counter-receipt'](counterReceipt, 'en', 'a5'),
    'counter-receipt-slip': () => papers['counter-receipt'](counterReceipt, 'en', 'slip'),
  },
  'fee-receipt': {
    'fee-receipt': () => papers['fee-receipt'](receipt, 'en'),
    'fee-receipt-parts': () => papers['fee-receipt'](severalLines, 'en'),
    'fee-receipt-cancelled': () => papers['fee-receipt']({ ...receipt, cancelled: true }, 'en'),
  },
  'fee-register': { 'fee-register': () => papers['fee-register'](feeRegisterView('en', 4), 'en') },
  'grievance-register': {
    'grievance-register': () =>
      papers['grievance-register']({
        schoolName: school.name,
        printedOn: '2026-11-20',
        rows: [
          {
            number: 'G/2026-27/0004',
            receivedOn: '2026-11-01',
            writerName: 'Kiran Patel',
            studentName: 'Asha',
            topic: 'Bus',
            state: 'Answered',
            answerBy: '2026-12-01',
            answeredOn: '2026-11-09',
            clock: 'in 8 days',
          },
        ],
      }),
  },
  'guardian-slips': {
    'guardian-slips': () =>
      papers['guardian-slips']({
        schoolName: school.name,
        address: 'school.test/guardians/activate',
        printedAt: new Date(0),
        slips: [
          {
            language: 'en',
            name: 'Rajesh Patel',
            children: 'Asha, Ravi',
            code: '7KQ4-MW2H-9RTX',
            mobileEnd: '45',
            validUntil: '2026-12-26',
            needed: 'your mobile number, which ends in 45',
          },
        ],
      }),
  },
  'id-cards': {
    'id-cards': () =>
      papers['id-cards']({
        school: { ...school, logo: null },
        printedAt: new Date(0),
        cards: [
          {
            language: 'en',
            name: 'Asha Patel',
            className: 'Class 6',
            sectionName: 'A',
            rollNumber: 7,
            sessionName: '2026-27',
            enrollmentNumber: 'DV-2024-0117',
            dateOfBirth: '2012-06-14',
            fatherName: 'Kiran Patel',
            phone: '9825000001',
            address: '7 Park Lane',
            photo: null,
          },
        ],
      }),
  },
  invoice: {
    invoice: () =>
      papers.invoice(
        {
          number: '2026-27/000041',
          financialYear: '2026-27',
          issuedOn: '2026-07-08',
          orderNumber: '2026-27/000112',
          orderedOn: '2026-07-07',
          cancelled: false,
          school: { ...school, gstin: '24AAACC1206D1ZM' },
          student: {
            name: 'Asha Patel',
            enrollmentNumber: 'ENR-117',
            fatherName: 'Kiran Patel',
            className: 'Class 8',
            sectionName: 'B',
          },
          lines: [
            {
              name: 'Summer shirt',
              label: '32',
              hsnCode: '6205',
              quantity: 2,
              unitPricePaise: 450_00,
              taxBasisPoints: 500,
              amountPaise: 900_00,
              taxablePaise: 857_14,
              taxPaise: 42_86,
            },
            {
              name: 'Geometry box',
              label: '',
              hsnCode: '9017',
              quantity: 1,
              unitPricePaise: 118_00,
              taxBasisPoints: 1800,
              amountPaise: 118_00,
              taxablePaise: 100_00,
              taxPaise: 18_00,
            },
          ],
          totalPaise: 1_018_00,
          method: 'razorpay',
          payments: [
            { method: 'online', transactionId: 'pay_QxY12ab', paidOn: '2026-07-09', amountPaise: 1_000_00 },
            { method: 'cash', transactionId: 'OFF-000123', paidOn: '2026-07-10', amountPaise: 18_00 },
          ],
        },
        'en',
      ),
  },
  'packing-slips': {
    'packing-slips': () =>
      papers['packing-slips']({
        schoolName: school.name,
        collectNote: 'Room 4, from 8 to 10',
        printedOn: '2026-07-08',
        slips: [order],
      }),
  },
  'passenger-lists': {
    'passenger-lists': () =>
      papers['passenger-lists']({
        schoolName: school.name,
        routeName: 'Naranpura',
        printedOn: '2026-07-08',
        runs: [
          [
            passenger,
            {
              ...passenger,
              studentName: 'Ravi Shah',
              className: 'Class 5',
              sectionName: null,
              stopName: null,
              fatherMobile: null,
              motherMobile: null,
              guardianMobile: null,
              isExpected: true,
              dropMinute: null,
            },
          ],
        ],
      }),
  },
  'register-book': {
    'register-book': () =>
      papers['register-book']({
        language: 'en',
        school,
        lines: ['AFFILIATED TO THE CENTRAL BOARD'],
        logo: null,
        printedOn: '2026-11-26',
        part: 2,
        parts: 5,
        entries: [
          {
            number: 'GR-45',
            name: 'Asha Shah',
            mother: 'Hansa Patel',
            father: 'Rajesh Patel',
            birthDate: '14 Jul 2012',
            birthWords: 'Fourteenth July Two Thousand Twelve',
            gender: 'Female',
            category: 'General, Hindu',
            lastSchool: 'Shishu Mandir',
            admitted: ['10 Jun 2019', 'Class 1'],
            left: ['31 Mar 2026', 'Class 7'],
            reason: 'Moves to Pune',
            certificate: ['TC/4', '2 Apr 2026'],
            remarks: ['Name corrected from Asha Patel to Asha Shah.', 'Another remark.'],
          },
        ],
      }),
  },
  'reminder-letters': {
    'reminder-letters': () =>
      papers['reminder-letters']({
        school,
        logo: null,
        writtenOn: '2026-11-21',
        address: 'shala.example/students/login',
        letters: [
          {
            language: 'en',
            studentName: 'Asha Patel',
            fatherName: 'Kiran Patel',
            enrollmentNumber: 'ENR-117',
            className: 'Class 8',
            sectionName: 'B',
            dues: [
              { name: 'School Fee', title: 'Term 1', dueOn: '2026-07-10', balancePaise: 12_500_00, finePaise: 500_00 },
              { name: 'Bus fee', title: '', dueOn: '2026-10-10', balancePaise: 800_50, finePaise: 0 },
            ],
          },
        ],
      }),
  },
  'report-cards': {
    'report-cards': () =>
      papers['report-cards']({
        school: { ...school, board: 'CBSE', affiliationNumber: '430123' },
        logo: null,
        bands: cbseGrades,
        printedOn: '2026-11-21',
        exam: { name: 'Half-yearly Examination', className: 'Class 8', sessionName: '2026-27', published: true },
        cards: [
          {
            enrollmentId: 1,
            language: 'en',
            name: 'Asha Patel',
            fatherName: 'Kiran Patel',
            motherName: 'Hansa Patel',
            enrollmentNumber: 'ENR-117',
            rollNumber: 14,
            sectionName: 'B',
            classTeacher: 'Nandini Bhatt',
            marks: 187.5,
            maxMarks: 240,
            percent: 78.1,
            grade: 'B1',
            papers: [
              marks('English', 71.5, 80, 27, 'A2'),
              marks('Mathematics', 44, 60, 20, 'B2'),
              { ...marks('Science', 31, 100, 33, 'D'), outcome: 'fail' },
              { ...marks('Drawing', 0, 50, 17, 'E'), marks: null, grade: null, outcome: 'absent' },
            ],
            outcome: 'fail',
            rank: { rank: 3, of: 42 },
            attendance: { present: 110.5, days: 120, percent: 92.1 },
          },
        ],
      }),
  },
  'scheme-cards': {
    'scheme-cards': () => papers['scheme-cards'](schemeCardsFile([yearCard])),
    'scheme-cards-provisional': () => papers['scheme-cards'](schemeCardsFile([yearCard], 'provisional')),
  },
  statement: {
    statement: () =>
      papers.statement(
        {
          student: {
            name: 'Asha Patel',
            enrollmentNumber: 'ENR-117',
            admissionNumber: 'ADM-2024-0117',
            fatherName: 'Kiran Patel',
            className: 'Class 8',
            sectionName: 'B',
          },
          sessionName: '2026-27',
          writtenOn: '2026-11-25',
          asked: [
            {
              name: 'School Fee',
              title: 'Term 1',
              dueOn: '2026-06-15',
              isCancelled: false,
              amountPaise: 12_500_00,
              concessionPaise: 450_00,
              finePaise: 20_50,
              owedPaise: 12_070_50,
              paidPaise: 11_000_00,
            },
            {
              name: 'Bus fee',
              title: '',
              dueOn: '2026-08-10',
              isCancelled: true,
              amountPaise: 800_00,
              concessionPaise: 0,
              finePaise: 0,
              owedPaise: 800_00,
              paidPaise: 800_00,
            },
          ],
          entries: [
            {
              kind: 'paid',
              on: '2026-06-20',
              method: 'bank_transfer',
              reference: 'UTR 777',
              receiptNumber: '2026-27/000123',
              purposes: ['School Fee – Term 1'],
              amountPaise: 11_900_00,
              excessPaise: 100_00,
            },
            {
              kind: 'refund',
              on: '2026-07-21',
              method: 'cash',
              reference: null,
              receiptNumber: null,
              purposes: [],
              amountPaise: -60_00,
              excessPaise: -60_00,
            },
            {
              kind: 'bounce',
              on: '2026-07-22',
              method: 'cheque',
              reference: '004512',
              purposes: ['Bus fee'],
              receiptNumber: '2026-27/000124',
              amountPaise: -40_00,
              excessPaise: 0,
            },
          ],
          totals: { askedPaise: 12_870_50, paidPaise: 11_760_00, excessPaise: 40_00, balancePaise: 1_070_50 },
        },
        school,
        'en',
      ),
  },
}

const folder = path.join(import.meta.dirname, 'words')
const all = Object.entries(Object.assign({}, ...Object.values(made)) as (typeof made)[Kind])

it.each(all)('%s: the paper contains its expected text word for word', async (name, make) => {
  expect(linesOfPdf(await make())).toBe(readFileSync(path.join(folder, `${name}.txt`), 'utf8'))
})

it('has an expected text file for each paper, and no text file without a paper', () => {
  expect(Object.keys(made)).toEqual(Object.keys(papers))
  expect(readdirSync(folder).sort()).toEqual(all.map(([name]) => `${name}.txt`).sort())
})
