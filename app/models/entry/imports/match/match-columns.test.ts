import { expect, it } from 'vitest'
import { readTable as read } from '../../../../../tests/factories/import-tables'
import type { ImportKind } from '../options'
import type { SchoolFacts } from './value-fit'

const wordSet = (words: string) => new Set(words.split(' ').filter(Boolean))
const people = (surnames: string, givenNames: string) => ({
  surnames: wordSet(surnames),
  givenNames: wordSet(givenNames),
})

type Expected = { read: Record<string, string>; asked?: Record<string, string[]> }

const expectTable = (
  kind: ImportKind,
  table: string,
  { read: fields, asked = {} }: Expected,
  facts?: Partial<SchoolFacts>,
) => expect(read(kind, table, facts)).toEqual({ read: fields, asked })

// Headings that name a person, a print date or a serial number never become a fee.
it.each<[string, Expected['read'], Expected['asked']?]>([
  [
    'GR No|Name|Std|Pending\nR1|Asha Patel|VI|4500\nR2|Diya Shah|V|3200',
    { enrollment_number: 'GR No', student_name: 'Name', amount: 'Pending' },
  ],
  [
    'G.R. No.|Particulars|Amount\nR1|Asha Patel|4500\nR2|Diya Shah|3200',
    { enrollment_number: 'G.R. No.', student_name: 'Particulars', amount: 'Amount' },
  ],
  [
    'GR No.|Name|Std|Particulars|Amount|Due Date\n1|Asha Patel|6|Tuition Fee|4500|10/06/2026\n2|Diya Shah|6|Bus Fee|900|10/06/2026',
    { enrollment_number: 'GR No.', student_name: 'Name', name: 'Particulars', amount: 'Amount', due_on: 'Due Date' },
  ],
  [
    'Sr No|GR No|Student|Class|Balance\n1|R1|Asha Patel|VI|4500\n2|R2|Diya Shah|V|3200',
    { enrollment_number: 'GR No', student_name: 'Student', amount: 'Balance' },
  ],
  [
    'GR No|Student Name|Father Name|Print Date|Dues\nR1|Asha Patel|Rajesh Patel|27/11/2026|4500',
    { enrollment_number: 'GR No', student_name: 'Student Name', amount: 'Dues' },
  ],
  [
    'Particulars|GR No|Closing Balance\nAsha Patel|R1|4,500.00 Dr\nDiya Shah|R2|1,200.00 Cr',
    { enrollment_number: 'GR No', student_name: 'Particulars', amount: 'Closing Balance' },
  ],
  [
    "Date|Ref. No.|Party's Name|GR No|Opening Amount|Pending Amount|Due on|Overdue by days\n1-4-25|12|Asha Patel|R1|5000|4500|10-4-25|230",
    { enrollment_number: 'GR No', student_name: "Party's Name", amount: 'Pending Amount', due_on: 'Due on' },
  ],
  [
    'જી.આર. નં.|નામ|બાકી રકમ\nR1|આશા પટેલ|૪૫૦૦',
    { enrollment_number: 'જી.આર. નં.', student_name: 'નામ', amount: 'બાકી રકમ' },
  ],
  [
    'प्रवेश क्रमांक|छात्र का नाम|कक्षा|बकाया राशि\n101|आशा पटेल|6|4500',
    { enrollment_number: 'प्रवेश क्रमांक', student_name: 'छात्र का नाम', amount: 'बकाया राशि' },
  ],
  [
    'GR No|Name|Amount\nR1|Tuition Fee|4500\nR2|Exam Fee|500',
    { enrollment_number: 'GR No', amount: 'Amount' },
    { Name: ['student_name', 'name'] },
  ],
  [
    'Adm No|Child Name|Date|Outstanding\n11|Asha Patel|27/11/2026|4500',
    { enrollment_number: 'Adm No', student_name: 'Child Name', amount: 'Outstanding' },
    { Date: ['due_on'] },
  ],
  [
    'GR No|Ledger Name|Debit|Credit\nR1|Asha Patel|4500|',
    { enrollment_number: 'GR No', student_name: 'Ledger Name', amount: 'Debit' },
  ],
])('matches the student columns of a file of opening dues: %s', (table, fields, asked) => {
  expectTable('opening_dues', table, { read: fields, asked })
})

// The fee of a payment.
const dues = { feeNames: new Set(['tuition', 'transport', 'tuitionfee', 'busfee']) }
const paid = { enrollment_number: 'GR No', amount: 'Amount', paid_on: 'Date', method: 'Mode' }
it.each<[string, string, Expected['read'], Expected['asked']?]>([
  ...[
    'Fee Head',
    'Fees Head',
    'Fee Category',
    'Account Head',
    'Towards',
    'Head',
    'Paid For',
    'Fee Type',
    'Head of A/c',
    'मद',
    'ફીનો પ્રકાર',
    'Particulars',
  ].map((heading): [string, string, Expected['read']] => [heading, 'Tuition Transport', { ...paid, name: heading }]),
  ['For', 'Tuition Transport', { ...paid, name: 'For' }],
  ['Type', 'Tuition Transport', { ...paid, name: 'Type' }],
  ['Nature', 'Tuition Transport', paid, { Nature: ['name'] }],
  ['Class', 'Tuition Transport', paid, { Class: ['name'] }],
  ['Colour', 'Red Blue', paid],
  ['Fee', '1000 1000', paid],
  ['Fee', 'Tuition Transport', { ...paid, name: 'Fee' }],
])('finds the fee of a payment in a column headed %s with %s', (heading, values, fields, asked) => {
  const [one, other] = values.split(' ')
  const table = `GR No|${heading}|Amount|Date|Mode\nR8|${one}|1000|20/06/2026|Cash\nR9|${other}|1000|20/06/2026|UPI`
  expectTable('paid_fees', table, { read: fields, asked }, dues)
})

// Headings that are easily confused: father and mother, caste and category, phone and mobile.
const student = (headings: string, ...lines: string[]) =>
  [`GR No|Gender|DOB|${headings}`, ...lines.map((line, index) => `G${index}|F|14/06/2015|${line}`)].join('\n')
const always = { gr_number: 'GR No', gender: 'Gender', date_of_birth: 'DOB' }
it.each<[string, Expected['read'], Expected['asked']?]>([
  [
    student('Student Name|F Name|Father Name|Mother Name', 'Asha Patel|Rajesh|Rajesh Patel|Hansa Patel'),
    { full_name: 'Student Name', father_name: 'Father Name', mother_name: 'Mother Name' },
  ],
  [
    student('Name|F Name|M Name', 'Asha Patel|Rajesh Patel|Hansa Patel'),
    { full_name: 'Name', father_name: 'F Name', mother_name: 'M Name' },
  ],
  [
    student('Name|FName|MName', 'Asha Patel|Rajesh Patel|Hansa Patel'),
    { full_name: 'Name', father_name: 'FName', mother_name: 'MName' },
  ],
  [
    student('Name of Student|F. Name|M. Name', 'Asha Patel|Rajesh|Hansa'),
    { full_name: 'Name of Student', father_name: 'F. Name', mother_name: 'M. Name' },
  ],
  [
    student('F Name|Mother', 'Rajesh Patel|Hansa'),
    { mother_name: 'Mother' },
    { 'F Name': ['father_name', 'first_name'] },
  ],
  [
    student('F Name|M Name', 'Rajesh Patel|Hansa'),
    {},
    { 'F Name': ['father_name', 'first_name'], 'M Name': ['mother_name', 'middle_name'] },
  ],
  [student('F Name|L Name', 'Asha|Patel'), { first_name: 'F Name', last_name: 'L Name' }],
  [
    student('FName|MName|LName|Father', 'Asha|R|Patel|Rajesh'),
    { first_name: 'FName', last_name: 'LName', father_name: 'Father' },
    { MName: ['mother_name', 'middle_name'] },
  ],
  [
    student('First Name|Last Name|F Name', 'Asha|Patel|Rajesh Patel'),
    { first_name: 'First Name', last_name: 'Last Name', father_name: 'F Name' },
  ],
  [student('Name|Name', 'Asha Patel|Rajesh Patel'), {}, { Name: ['full_name'] }],
  [
    student('Name|Name (Father)|Name (Mother)', 'Asha Patel|Rajesh Patel|Hansa'),
    { full_name: 'Name', father_name: 'Name (Father)', mother_name: 'Name (Mother)' },
  ],
  [
    student('વિદ્યાર્થીનું નામ|પિતાનું નામ|માતાનું નામ', 'આશા|રાજેશ|હંસા'),
    { full_name: 'વિદ્યાર્થીનું નામ', father_name: 'પિતાનું નામ', mother_name: 'માતાનું નામ' },
  ],
  [
    student('नाम|पिता का नाम|माता का नाम', 'आशा|राजेश|हंसा'),
    { full_name: 'नाम', father_name: 'पिता का नाम', mother_name: 'माता का नाम' },
  ],
  [student('Caste|Category', 'Leuva Patel|General', 'Bhavsar|OBC'), { category: 'Category' }],
  [student('Category|Caste', 'General|OBC', 'OBC|SC'), { category: 'Category' }],
  [student('Caste', 'Gen', 'OBC'), { category: 'Caste' }],
  [student('Caste', 'Leuva Patel', 'Bhavsar'), { category: 'Caste' }],
  [student('Category|Social Category', 'Day scholar|General', 'Hosteller|OBC'), { category: 'Social Category' }],
  [
    student('Phone|Mobile Number', '07926301234|9825020106', '07926305555|9825020107'),
    { mobile_number: 'Mobile Number' },
  ],
  [student('Mobile|Phone', '|9825020106', '|9825020107'), { mobile_number: 'Phone' }],
  [student('Mobile|Phone', '7926301234|9825020106', '79-26305555|9825020107'), { mobile_number: 'Phone' }],
  [student('Phone', '9825020106'), { mobile_number: 'Phone' }],
  [student('Contact No|WhatsApp No|Mob No.', '9825020106|9825020107|9825020108'), { mobile_number: 'Mob No.' }],
  [
    student('Mobile (Father)|Mobile (Mother)|Mobile', '9825020106|9825020107|9825020108'),
    { father_mobile: 'Mobile (Father)', mother_mobile: 'Mobile (Mother)', mobile_number: 'Mobile' },
  ],
  [student('જાતિ', 'General', 'OBC'), { category: 'જાતિ' }],
  [student('वर्ग|Std', 'A|6', 'B|6'), { section: 'वर्ग', class: 'Std' }],
  [student('Vali Sampark', '9825020106'), {}, { 'Vali Sampark': ['mobile_number', 'guardian_mobile'] }],
  [student('Vali', '9825020106'), {}, { Vali: ['guardian_name', 'mobile_number'] }],
  [student('Fathers Nmae|Adress', 'Rajesh Patel|7 Shanti Nagar'), { father_name: 'Fathers Nmae', address: 'Adress' }],
])('matches the columns of a file of students: %s', (table, fields, asked) => {
  const { read: got, asked: questions } = read('students', table)
  const { gr_number: _, gender, date_of_birth: __, ...rest } = got
  expect({ read: rest, asked: questions }).toEqual({ read: fields, asked: asked ?? {} })
  expect(gender ?? always.gender).toEqual(always.gender)
})

// The order of names is recognised from the parents' names, surnames that are common or known to the school, endings of
// given names, or repeated surnames.
it.each<[string, string, boolean]>([
  ['Name|Father', 'Lakshmi Priya Ramesh|Ramesh,Arjun Vijay Suresh|Suresh,Divya Bharati Mohan|Mohan', false],
  ['Name', 'Murtaza Abbasbhai,Sakina Yusufbhai,Hatim Taherbhai', false],
  ['Name|Father', 'Patel Asha Rajesh|Rajesh,Patel Ravi Mahesh|Mahesh,Shah Diya Nilesh|Nilesh', true],
  ['Name', 'Patel Rajeshbhai,Patel Hansaben,Shah Niravbhai', true],
  ['Name', 'PATEL ASHA RAJESHBHAI,SHAH DIYA NILESHBHAI', true],
  ['Name', 'Patel Asha', true],
  ['Name', 'PATEL ASHA RAJESH,SHAH DIYA NILESH,RATHOD OM VIJAY', true],
  ['Name|Father', 'Patel Asha Rajesh|Rajesh,Shah Diya Nilesh|Nilesh,Rathod Om Vijay|Vijay', true],
  ['Name|Father', 'Zorab Asha Rajesh|Zorab Rajesh Mohan,Wadia Diya Nilesh|Wadia Nilesh Om', true],
  ['Name|Mother', 'Zorab Asha Rajesh|Hansa Zorab,Wadia Diya Nilesh|Mira Wadia', true],
  ['Name', 'पटेल आशा,शाह दीया', true],
  ['Name', 'પટેલ આશા રાજેશ,શાહ દિયા નિલેશ', true],
  ['Name', 'Patel Ravi Kumar,Rathod Vikram Singh', true],
  ['Name', 'Zorab Asha,Zorab Om,Zorab Diya,Wadia Kavya,Wadia Om', true],
  ['Name', 'Asha Patel,Diya Shah,Patel Om,Kavya Rao', true],
  ['Name', 'Asha Patel (RTE),Diya Shah [TC]', false],
  ['Name', 'Ravi Kumar,Harpreet Kaur,Vikram Singh', false],
  ['Name', 'Mohd Arif,Mohammed Salim', false],
  ['Name', 'Asha Zorab,Om Zorab,Diya Zorab,Kavya Wadia,Mira Wadia', false],
  ['Name|Father', 'Asha Zorab|Rajesh Zorab,Diya Wadia|Wadia Nilesh', false],
  ['Name|Father', 'Asha Rajesh Zorab|Rajesh,Diya Nilesh Wadia|Nilesh', false],
  ['Name', 'Rajeshbhai Zorab,Hansaben Wadia', false],
  ['Name', 'Ramya K,S. Ramya', false],
  ['Name', 'Asha Patel 1,Asha Patel2', false],
  ['Name', 'Kum. Asha Patel,Master Om Shah', false],
  ['Name', 'Kum. Patel Asha,Master Shah Om', true],
])('asks for the order of names only if a surname is in front: %s with %s', (headings, lines, isAsked) => {
  const { asked } = read('students', student(headings, ...lines.split(',')))
  expect(asked).toEqual(isAsked ? { Name: ['surname_first', 'full_name'] } : {})
})

it.each<[string, string, Partial<SchoolFacts>, Record<string, string>, string[] | undefined]>([
  ['nothing shows the order', 'Asha Zorab,Diya Wadia', {}, {}, ['full_name', 'surname_first']],
  ['the school knows the surnames', 'Asha Zorab,Diya Wadia', { names: people('zorab wadia', '') }, {}, undefined],
  [
    'surnames of the school come first',
    'Zorab Asha,Wadia Diya',
    { names: people('zorab wadia', '') },
    {},
    ['surname_first', 'full_name'],
  ],
  [
    'a surname of the school is also a first name',
    'Asha Zorab,Diya Zorab',
    { names: people('zorab', 'zorab') },
    {},
    ['full_name', 'surname_first'],
  ],
  ['an earlier choice fits', 'Patel Asha,Shah Diya', {}, { name: 'surname_first' }, undefined],
  ['an earlier choice is the only sign', 'Asha Zorab,Diya Wadia', {}, { name: 'full_name' }, undefined],
  ['most names contradict it', 'Patel Asha,Shah Diya', {}, { name: 'full_name' }, ['surname_first', 'full_name']],
  ['most names contradict it', 'Asha Patel,Diya Shah', {}, { name: 'surname_first' }, ['full_name', 'surname_first']],
])('decides the order of names by what is known: %s', (_words, lines, facts, learned, asked) => {
  for (const kind of ['students', 'teachers'] as const)
    expect(read(kind, student('Name', ...lines.split(',')), facts, learned).asked.Name).toEqual(asked)
})

// Headings of real offices, portals and programs.
it.each<[ImportKind, string, string, string]>([
  ['opening_dues', 'Pending Fees', '4500', 'amount'],
  ['opening_dues', 'Closing Balance', '4,500.00 Dr', 'amount'],
  ['opening_dues', 'Balance Fees', '4500', 'amount'],
  ['opening_dues', 'Fees Pending (Rs.)', '4500', 'amount'],
  ['opening_dues', 'Amount Rs.', '4500', 'amount'],
  ['opening_dues', 'Total Outstanding', '4500', 'amount'],
  ['opening_dues', 'Baki Rakam', '4500', 'amount'],
  ['opening_dues', 'બાકી ફી', '૪૫૦૦', 'amount'],
  ['opening_dues', 'बकाया', '4500', 'amount'],
  ['opening_dues', 'Scholar No.', '1201', 'enrollment_number'],
  ['opening_dues', 'Last Date of Payment', '10/06/2026', 'due_on'],
  ['paid_fees', 'Transaction Date', '20/06/2026 14:35:12', 'paid_on'],
  ['paid_fees', 'Rcpt Dt.', '20/06/2026', 'paid_on'],
  ['paid_fees', 'Amount Rs.', '1500.00', 'amount'],
  ['paid_fees', 'Amt Recd', '1500', 'amount'],
  ['paid_fees', 'UTR', '617112345679', 'reference'],
  ['paid_fees', 'Receipt No', '501', 'reference'],
  ['paid_fees', 'Mode of Payment', 'Cash', 'method'],
  ['paid_fees', 'તારીખ', '૨૦/૦૬/૨૦૨૬', 'paid_on'],
  ['paid_fees', 'जमा राशि', '1500', 'amount'],
  ['teachers', 'Name of the Teacher', 'Amit Shah', 'full_name'],
  ['teachers', 'Teaching Staff Name', 'Amit Shah', 'full_name'],
  ['teachers', 'Faculty Name', 'Amit Shah', 'full_name'],
  ['teachers', 'શિક્ષકનું નામ', 'અમિત શાહ', 'full_name'],
  ['teachers', 'शिक्षक का नाम', 'अमित शाह', 'full_name'],
  ['teachers', 'કર્મચારી નંબર', '12', 'employee_number'],
  ['teachers', 'Staff Code', 'T50', 'employee_number'],
  ['teachers', 'લાયકાત', 'M.Sc.', 'qualification'],
  ['teachers', 'નિમણૂક તારીખ', '15/06/2018', 'joined_on'],
  ['teachers', 'Date of Appointment', '15/06/2018', 'joined_on'],
  ['students', 'Student PEN', '21012345678', 'nic_id'],
  ['students', 'Permanent Education Number (PEN)', '21012345678', 'nic_id'],
  ['students', 'APAAR ID', '123456789012', 'nic_id'],
  ['students', 'Studying in Class', 'VI', 'class'],
  ['students', 'Present Class', '6', 'class'],
  ['students', 'Std./Div.', '6-A', 'class'],
  ['students', 'Class & Section', '6-A', 'class'],
  ['students', 'Social Category (General/SC/ST/OBC)', 'General', 'category'],
  ['students', 'Mobile No. (Student/Parent/Guardian)', '9825020106', 'mobile_number'],
  ['students', 'Name of Student (as per Aadhaar)', 'Asha Patel', 'full_name'],
  ['students', 'Full Name of the Student *', 'Asha Patel', 'full_name'],
  ['students', 'Student Name (विद्यार्थी का नाम)', 'Asha Patel', 'full_name'],
  ['students', 'Adm. Dt.', '15/06/2020', 'admission_date'],
  ['students', 'Adm. No.', '1201', 'admission_number'],
  ['students', 'D.O.B (dd/mm/yyyy)', '14/06/2015', 'date_of_birth'],
  ['students', 'FATHER_NAME', 'Rajesh Patel', 'father_name'],
  ['students', 'fatherName', 'Rajesh Patel', 'father_name'],
  ['students', "Father's Mobile No.", '9825020106', 'father_mobile'],
  ['students', 'ધોરણ', '૬', 'class'],
  ['students', 'જન્મ તારીખ', '૧૪/૦૬/૨૦૧૫', 'date_of_birth'],
])('recognises a heading of %s: %s', (kind, heading, value, key) => {
  expect(read(kind, `${heading}|Photo\n${value}|x`).read).toEqual({ [key]: heading })
})

// Files with one column for each fee.
it.each<[string, Expected['read'], Expected['asked']?]>([
  [
    'GR No|Student Name|Tuition Fee|Transport Fee|Exam Fee|Total\nR1|Asha Patel|3000|1000|500|4500\nR2|Diya Shah|3000||500|3500',
    { student_name: 'Student Name', fee_2: 'Tuition Fee', fee_3: 'Transport Fee', fee_4: 'Exam Fee', total: 'Total' },
  ],
  [
    'GR No|Tuition|Transport|Exam|Total\nR1|3000|-|500|3500',
    { fee_1: 'Tuition', fee_2: 'Transport', fee_3: 'Exam', total: 'Total' },
  ],
  ['GR No|Tuition|Transport\nR1|3000|NIL\nR2|3000|500', { fee_1: 'Tuition', fee_2: 'Transport' }],
  ['GR No|Gurukul|Vahan|Total\nR1|3000|400|3400\nR2|3000|0|3000', { fee_1: 'Gurukul', fee_2: 'Vahan', total: 'Total' }],
  [
    'GR No|Name|Apr|May|Jun|Balance\nR1|Asha|100|100|100|300',
    { student_name: 'Name', fee_2: 'Apr', fee_3: 'May', fee_4: 'Jun', total: 'Balance' },
  ],
  ['GR No|Term 1|Term 2\nR1|4500|4500', { fee_1: 'Term 1', fee_2: 'Term 2' }],
  [
    'GR No|Old Dues|Tuition Fee|Total\nR1|500|3000|3500\nR2|0|3000|3000',
    { fee_1: 'Old Dues', fee_2: 'Tuition Fee', total: 'Total' },
  ],
  [
    'GR No|Tuition Fee|Bus Fee|Total|Paid|Balance\nR1|3000|500|3500|1000|2500',
    { amount: 'Balance' },
    { 'Tuition Fee': ['fee_1'], 'Bus Fee': ['fee_2'] },
  ],
  ['GR No|Total Fees|Paid|Balance\nR1|5000|1000|4000', { amount: 'Balance' }],
  ['GR No|Name|Total\nR1|Asha Patel|4500', { student_name: 'Name', amount: 'Total' }],
  ['GR No|Roll No|Class|Mobile|Pending\nR1|12|6|9825012345|4500', { amount: 'Pending' }],
  ['જી.આર. નં.|શિક્ષણ ફી|પરીક્ષા ફી|કુલ\nR1|3000|500|3500', { fee_1: 'શિક્ષણ ફી', fee_2: 'પરીક્ષા ફી', total: 'કુલ' }],
])('matches one column for each fee: %s', (table, fields, asked) => {
  const { read: got, asked: questions } = read('opening_dues', table)
  const { enrollment_number: _, ...rest } = got
  expect({ read: rest, asked: questions }).toEqual({ read: fields, asked: asked ?? {} })
})

it.each([
  ['Mobile No of child', '9825020106'],
  ['Contact number of student', '9825020106'],
  ['Email ID of student', 'asha@example.com'],
])('does not read the child’s column %s as the guardian’s', (heading, value) => {
  const file = `GR number of your ward|Guardian name|Mobile|Email|${heading}\nR1|Rajesh Patel|9825020107|r@example.com|${value}`
  expect(read('guardians', file).read).toEqual({
    enrollment_number: 'GR number of your ward',
    guardian_name: 'Guardian name',
    mobile_number: 'Mobile',
    email: 'Email',
  })
  const alone = read('guardians', `GR No|Guardian name|${heading}\nR1|Rajesh Patel|${value}`)
  expect(Object.values(alone.read)).not.toContain(heading)
  expect(read('teachers', `Employee number|${heading}\nT1|${value}`).read).toEqual({
    employee_number: 'Employee number',
  })
})

it('prefers the number column that matches the register, and the school’s earlier choice if the values allow it', () => {
  const numbers = new Set(['11', '12'])
  const table = 'GR No|Adm No|Balance\n901|11|4500\n902|12|300'
  expect(read('opening_dues', table, { numbers }).read).toMatchObject({ enrollment_number: 'Adm No' })
  const learned = { fname: 'first_name' }
  expect(read('students', student('F Name|Mother', 'Asha|Hansa'), {}, learned).read).toMatchObject({
    first_name: 'F Name',
  })
  const wrong = read('opening_dues', 'GR No|Name|Amount\nR1|Asha Patel|100\nR2|Diya Shah|100', {}, { name: 'name' })
  expect(wrong).toMatchObject({ read: { amount: 'Amount' }, asked: { Name: ['name', 'student_name'] } })

  // The import asks again if the school's choice was made for a file with other columns.
  const beside = read('students', student('Name|F Name', 'Asha Patel|Rajesh Patel'), {}, learned)
  expect(beside).toMatchObject({ asked: { 'F Name': ['father_name', 'first_name'] } })
  const unknown = read('opening_dues', 'Form|Balance\n11|4500\n12|300', { numbers })
  expect(unknown).toMatchObject({ asked: { Form: ['enrollment_number'] } })
})
