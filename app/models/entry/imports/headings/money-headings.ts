import type { AmbiguousHeading, HeadingsByKey } from './heading-fields'

/** Headings of the student to whom a row of money belongs. A name alone (`Name`, `Particulars`) never means a fee. */
const studentOfMoney: HeadingsByKey = {
  enrollment_number: {
    holds: 'code',
    en: 'Enrollment number, Enr No, Enroll No, GR No, G.R. Number, GR, Gen Reg No, General register number, Student ID, Student No, Student number, Student code, Reg No, Registration number, Unique ID, Admission number, Adm No, Admn No, Admission ID, Scholar number, Scholar No, S.R. register number, School ID',
    hi: 'जी.आर. नंबर, छात्र क्रमांक, पंजीयन क्रमांक, नामांकन संख्या, प्रवेश क्रमांक, स्कॉलर नंबर',
    gu: 'જી.આર. નંબર, જી.આર.નં., જીઆર નં, વિદ્યાર્થી નંબર, પ્રવેશ નંબર, રજીસ્ટર નંબર',
    programs: 'Student admission number, Ward admission number, Student Registration No',
    weak: 'ID, Sr number',
  },
  student_name: {
    holds: 'person',
    en: 'Student name, Student, Name, Name of student, Student full name, Full name, Pupil name, Child name, Name of the child, Candidate name, Scholar name, Ward name, Ward, Naam, Ledger, Ledger name, Party name, Party, Account name, Name of party, Student/Party name',
    hi: 'नाम, छात्र का नाम, विद्यार्थी का नाम, छात्र/छात्रा का नाम',
    gu: 'નામ, વિદ્યાર્થીનું નામ, વિદ્યાર્થી, બાળકનું નામ',
    programs: 'Party’s Name, Name of the Ledger, First name',
  },
  session: {
    holds: 'session',
    en: 'Academic session, Session, Academic year, AY, Acad year, Financial year, FY, Year',
    hi: 'सत्र, शैक्षणिक सत्र, शैक्षणिक वर्ष',
    gu: 'સત્ર, શૈક્ષણિક વર્ષ',
  },
}

/** Paise in a column of their own, beside the rupees. */
const paise: HeadingsByKey = { paise: { holds: 'amount', en: 'Paise, Paisa, Ps, Amount Ps', hi: 'पैसे', gu: 'પૈસા' } }

/** The side of the account in a column of its own, as Tally and banks write it. */
const side: HeadingsByKey = {
  side: {
    holds: 'choice',
    en: 'Dr/Cr, Cr/Dr, Debit/Credit, Credit/Debit, Dr or Cr, Debit or Credit, D/C, C/D, DrCr, CrDr, Balance side',
    hi: 'नाम/जमा, जमा/नाम, उधार/जमा, जमा/उधार',
    gu: 'ઉધાર/જમા, જમા/ઉધાર',
  },
}

const feeName = {
  en: 'Fee head, Fees head, Head, Fee name, Fee type, Type of fee, Fee category, Account head, Head of account, Head name, Towards, Purpose, Paid for, Fee particulars, Fee description, Fee details, Nature of fee, Fee component, Component, Fee group, Due name, Name of fee, Fee code name, On account of, Ledger head, Being, Received towards, Fee item, Service, Purpose of payment',
  hi: 'मद, शुल्क मद, शुल्क का नाम, शुल्क का प्रकार, फीस का प्रकार, फीस मद',
  gu: 'ફીનો પ્રકાર, ફી હેડ, ફીનું નામ, હેડ, ફીની વિગત',
  programs:
    'Finance category, Fee collection name, Fee collection, Fee collection head, Fee schedule, Fee structure, Fee plan, Fee account, Particular name',
}

const feeTitle = {
  en: 'Title, Fee title, Instalment, Installment, Term, Month, Fee month, Instalment name, Due title, Quarter, Period, Fee period, Fee term, Months, Installment number, For month',
  hi: 'माह, किस्त, महीना, अवधि',
  gu: 'માસ, હપ્તો, મહિનો, સત્ર હપ્તો',
}

export const openingDueHeadings: HeadingsByKey = {
  ...studentOfMoney,
  name: { holds: 'fee', ...feeName },
  title: { holds: 'title', ...feeTitle, weak: 'Description, Narration' },
  due_on: {
    holds: 'day',
    en: 'Due date, Due on, Last date, Due Dt, Last date of payment, Payable by, Pay before, Last due date, Date due, Pay by, Due by, Payment due date',
    hi: 'देय तिथि, अंतिम तिथि',
    gu: 'છેલ્લી તારીખ, ભરવાની તારીખ',
  },
  ...paise,
  ...side,
  less: { holds: 'amount', en: 'Paid or credited' },
  total: { holds: 'amount', en: 'Total of the fees, Sum of fees, Total of heads' },
  amount: {
    holds: 'amount',
    en: 'Amount, Due amount, Amount due, Balance, Balance amount, Balance fee, Pending, Pending amount, Pending fee, Pending due, Opening balance, Due, Dues, Outstanding, Outstanding amount, Outstanding fee, Outstanding balance, Closing balance, Remaining, Remaining amount, Remaining fee, Remaining balance, Balance due, Fee due, Due balance, Net due, Net balance, Arrears, Arrear, Previous balance, Previous due, Old due, Old balance, Last year due, Last year balance, Unpaid, Unpaid amount, Unpaid fee, Payable, Amount payable, Fee payable, Net payable, Total due, Total pending, Total outstanding, Total balance, Baki, Baki rakam, Lena, Balance B/F, B/F, B/F balance, O/S, O/S amount, Total due amount, Fee due till date, Due till date, Net receivable, Last year pending, Previous year due, Arrears of fee, Total fee due, Receivable, Amount receivable, Rs, Rupees, ₹',
    hi: 'राशि, रुपये, बकाया, बकाया राशि, शेष राशि, बाकी, बकाया शुल्क, देय राशि',
    gu: 'રકમ, રૂપિયા, બાકી, બાકી રકમ, બાકી ફી, બાકી ફી રકમ, બાકી લેણા, લેણાં, શેષ, શેષ રકમ, લેણી રકમ, ભરવાની રકમ',
    programs: 'Pending Amount, Dr amount, Debit balance, Closing Balance Dr',
    weak: 'Debit, Dr',
  },
}

export const paidFeeHeadings: HeadingsByKey = {
  ...studentOfMoney,
  name: { holds: 'fee', ...feeName, weak: 'For' },
  title: { holds: 'title', ...feeTitle },
  amount: {
    holds: 'amount',
    en: 'Amount, Amount paid, Paid, Paid amount, Received, Received amount, Amount received, Receipt amount, Fee paid, Paid fee, Fee received, Collected, Amount collected, Collection, Collection amount, Deposit, Deposit amount, Fee amount, Net amount, Transaction amount, Payment amount, Rs, Rupees, ₹, Net paid, Total paid, Total received, Jama rakam',
    hi: 'राशि, रुपये, जमा राशि, भुगतान राशि, प्राप्त राशि, जमा',
    gu: 'રકમ, રૂપિયા, ભરેલ રકમ, જમા રકમ, જમા',
    programs: 'Credit amount, Cr amount',
    weak: 'Credit, Cr, Total amount',
  },
  ...paise,
  ...side,
  paid_on: {
    holds: 'day',
    en: 'Paid on, Date, Payment date, Paid date, Date of payment, Receipt date, Rcpt Dt, Rec Date, Rec Dt, Transaction date, Txn date, Deposit date, Collection date, Date of receipt, Received on, Received date, Voucher date, Vch date, Value date, Date paid, Fee date, Bill date, Transaction date and time, Transaction time, Date time, Posting date, Payment date and time, Created at',
    hi: 'दिनांक, तिथि, तारीख, जमा दिनांक, भुगतान तिथि, रसीद दिनांक',
    gu: 'તારીખ, ભર્યા તારીખ, રસીદ તારીખ, જમા તારીખ',
    programs: 'Settlement date, Created date, Payment received on',
  },
  method: {
    holds: 'method',
    en: 'Method, Mode, Payment mode, Payment method, Mode of payment, Pay mode, Paid by, Paid through, Paid via, Payment type, Transaction mode, Receipt mode, Mode of receipt, Collection mode, Instrument type, Cash/Cheque, Cash/Bank, Fee mode, Payment through, MOP, Cash/Cheque/Online, Through',
    hi: 'भुगतान का माध्यम, माध्यम, भुगतान प्रकार',
    gu: 'ચુકવણીની રીત, ચુકવણી પ્રકાર',
  },
  reference: {
    holds: 'reference',
    en: 'Reference, Reference number, Ref, Ref No, UTR, UTR number, Cheque number, Chq No, Cheque/DD number, Cheque/UTR number, RRN, Bank reference number, Instrument number, UPI reference number, UPI ref ID, UTR/RRN number, DD number, Cheque/DD/UTR number',
    hi: 'चेक नंबर, संदर्भ संख्या',
    gu: 'ચેક નંબર',
    weak: 'Transaction ID, Transaction number, Txn No, Receipt number, Receipt No, Rec No, Rcpt No, Voucher number, Vch No, Bill number, Payment ID, Order ID, Transaction reference, Book number, रसीद क्रमांक, रसीद संख्या, રસીદ નંબર, પહોંચ નંબર, Manual receipt number',
  },
  receipt_number: { holds: 'reference', en: 'Old receipt No' },
  status: {
    holds: 'text',
    en: 'Status, Transaction status, Payment status, Txn status, UPI status, Payment result, Receipt status, Cheque status, Clearing status, Clearance status, Realisation status, Realization status, Settlement status',
    hi: 'स्थिति',
    gu: 'સ્થિતિ',
  },
  cancelled: {
    holds: 'yes-no',
    en: 'Cancelled, Canceled, Is cancelled, Cancel, Receipt cancelled, Bounced, Cheque bounced, Is bounced, Reversed, Refunded, Is refunded',
  },
  total: { holds: 'amount', en: 'Sum of fees, Total of heads' },
  remarks: {
    holds: 'text',
    en: 'Remarks, Remark, Note, Notes, Narration, Comment, Comments',
    hi: 'टिप्पणी',
    gu: 'નોંધ, રિમાર્ક',
    weak: 'Description',
  },
}

/**
 * Known headings of money files that belong to no field: about the student's family or class, or about the file itself.
 */
const otherHeadings =
  'As on, As on date, Report generated on, Amount in words, Received from, Depositor name, Depositor, Roll, Serial number, Sr, S No, Sl No, Sno, No, Number, अनु क्रमांक, क्रमांक, ક્રમ, અનુક્રમ નંબર, Class, Std, Standard, Section, Div, Class section, Std div, Roll number, कक्षा, ધોરણ, વર્ગ, Father name, Mother name, Guardian name, Parent name, F Name, M Name, Father, Mother, Surname, Last name, Middle name, Mobile number, Phone number, Contact number, Father mobile, Mobile, Email, Address, Village, City, Gender, Category, Date of birth, Print date, Printed on, Printed by, Report date, Statement date, Generated on, Date of print, Created by, Created on, Entered by, Collected by, Received by, Cashier, User, Signature, Sign, Voucher type, Vch type, Bank name, Bank, Branch, IFSC code, Payer name, Payer, Payer VPA, VPA, UPI ID, Paid by name, Age of due, Overdue days, Overdue by days, Days overdue, Discount, Concession, Scholarship, Group, House, Medium, Photo, RTE, Bus route, Route, Stop, Aadhaar number, Timestamp'

export const otherOpeningDueHeadings = `${otherHeadings}, Status, Remarks, Remark, Note, Paid, Paid amount, Amount paid, Fee paid, Paid fee, Received, Received amount, Total paid, Credit, Cr, Opening amount, Receipt number, Receipt date, Voucher number, Reference number, Payment date, Paid on, Paid date, Payment mode, Mode, Bill number, Net fee, Fee amount, Annual fee total, Total amount, Total fee, Gross, Gross amount`

export const otherPaidFeeHeadings = `${otherHeadings}, Due date, Balance, Balance amount, Pending, Pending amount, Due amount, Closing balance, Opening balance, Outstanding, Debit, Dr, Cheque date, Chq date, Total fee, Fine, Late fee, Late fine, Running balance, Remaining amount, Advance`

const serialOrNumber: AmbiguousHeading = {
  words: 'Sr No, SrNo, S.R. No.',
  keys: ['enrollment_number', ''],
  unless: 'serial',
  reason: 'Serial number in most files, the scholar register’s number in Rajasthan and Uttar Pradesh',
}

const feeOrStudent: AmbiguousHeading = {
  words: 'Particulars, Particular, Details, Item, विवरण, વિગત',
  keys: ['student_name', 'name'],
  reason: 'Tally heads the student’s ledger with it, receipt books the fee',
}

const feeOrAmount: AmbiguousHeading = {
  words: 'Fee, Fees, फीस, शुल्क, ફી',
  keys: ['name', 'amount'],
  reason: 'The name of the fee in our template, the amount in lists of class teachers',
}

export const ambiguousOpeningDueHeadings: readonly AmbiguousHeading[] = [
  serialOrNumber,
  feeOrStudent,
  feeOrAmount,
  {
    words: 'Date, Dated, तारीख, दिनांक, તારીખ',
    keys: ['due_on', ''],
    beside: [['due_on', '']],
    reason: 'The day of the bill or of the print as often as the due date',
  },
  {
    words: 'Total, Grand total, कुल, કુલ, कुल राशि, કુલ રકમ, કુલ ફી, Sum, Net total',
    keys: ['total', 'amount'],
    beside: [['amount', 'total']],
    reason: 'The sum of the columns of fees, or the only amount of the file',
  },
  {
    words: 'Type, Amount type, Balance type',
    keys: ['name', 'side', ''],
    reason: 'The type of fee or of voucher, or the side of the account',
  },
]

export const ambiguousPaidFeeHeadings: readonly AmbiguousHeading[] = [
  serialOrNumber,
  feeOrStudent,
  feeOrAmount,
  {
    words: 'Type, Transaction type, Txn type, Amount type, Balance type',
    keys: ['method', 'name', 'side'],
    reason: 'The way of paying, the kind of fee or the side of the account',
  },
  {
    words: 'Receipt',
    keys: ['reference', 'amount'],
    beside: [['amount', 'reference']],
    reason: 'The number of the receipt, or what a cash book received',
  },
  {
    words: 'Total, Grand total, कुल, કુલ, कुल राशि, કુલ રકમ',
    keys: ['total', 'amount'],
    beside: [['amount', 'total']],
    reason: 'The receipt’s sum, or a sum of several columns',
  },
]

/** Words that show that a text names a fee. */
export const feeWords =
  'fee fees tuition tution transport bus van vehicle exam examination hostel mess lab laboratory library computer admission term annual development activity sports games smart uniform dress book books stationery caution deposit fine late arrears instalment charges charge registration prospectus id diary magazine picnic tour building maintenance science security medical insurance cultural dance music karate swimming refundable eca smartclass dues ફી શિક્ષણ પરીક્ષા સત્ર बस शुल्क फीस शिक्षण परीक्षा प्रवेश परिवहन'

/** Headings that are months or parts of a year: their column is an instalment. */
export const instalmentWords =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?[\s'’-]*(?:\d{2,4})?|(?:term|quarter|qtr|q|instal+ment|inst|month|semester|sem)\.?[\s-]*(?:\d{1,2}|i{1,3}v?)|(?:\d(?:st|nd|rd|th)|first|second|third|fourth)\s+(?:term|quarter|instal+ment|semester))$/i
