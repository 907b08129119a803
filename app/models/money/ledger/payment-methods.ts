/** Facts about a payment method. Words for families are in `method-words`. */
interface MethodFacts {
  /** Label for the office. */
  name: string
  /** Hint for the clerk who chooses the method. */
  hint?: string
  /** Error message for a missing reference. A method without this message needs no reference. */
  missingReference?: string
  /**
   * Each reference belongs to one payment, so a repeated one must be confirmed. Not for cheques, whose numbers repeat
   * between banks.
   */
  hasUniqueReference?: true
  /** A student may declare a payment by this method. */
  isDeclarable?: true
  /** Label of the button that records a return by the bank. A payment by a method without this label has no return. */
  returned?: string
  /** Further words for the method in imported files, alone or among others: lower case, separated by spaces. */
  spellings?: string
  /** Words that count only if no other method is named: `Online UPI` is UPI. */
  vagueSpellings?: string
}

const methods = {
  // Received by the payment provider; the office records payments by all other methods.
  online: { name: 'Online' },
  cash: {
    name: 'Cash',
    isDeclarable: true,
    spellings: 'rokda rokad nagad naqad રોકડ રોકડા રોકડેથી નકદ नकद नगद रोकड रोकड़',
  },
  cheque: {
    name: 'Cheque',
    hint: 'Counts as paid now; if the bank returns it, the receipt is cancelled.',
    missingReference: 'Enter the cheque number and the bank',
    returned: 'The cheque bounced',
    spellings: 'chq check chk cq ચેક चेक',
  },
  upi: {
    name: 'UPI',
    missingReference: 'Enter the UPI reference',
    hasUniqueReference: true,
    spellings: 'gpay googlepay google phonepe phonepay paytm bhim qr bharatpe amazonpay scan scanner યુપીઆઈ यूपीआई',
  },
  bank_transfer: {
    name: 'Bank transfer',
    missingReference: 'Enter the UTR or the bank’s reference',
    hasUniqueReference: true,
    isDeclarable: true,
    spellings: 'neft rtgs imps netbanking ecs nach utr',
    vagueSpellings: 'online bank transfer banktransfer net banking ઓનલાઇન ઓનલાઈન ऑनलाइन બેંક बैंक',
  },
  demand_draft: {
    name: 'Demand draft',
    missingReference: 'Enter the number of the draft and the bank',
    returned: 'The draft was returned',
    spellings: 'dd draft payorder',
  },
  card: {
    name: 'Card machine',
    missingReference: 'Enter the approval code on the card machine’s slip',
    spellings: 'pos swipe swiping edc creditcard debitcard કાર્ડ कार्ड',
  },
} as const satisfies Record<string, MethodFacts>

export type PaymentMethod = keyof typeof methods
/** Method at the office, without the payment provider. */
export type OfflineMethod = Exclude<PaymentMethod, 'online'>
type MethodWith<Fact extends keyof MethodFacts> = {
  [Method in PaymentMethod]: Fact extends keyof (typeof methods)[Method] ? Method : never
}[PaymentMethod]

export const methodFacts: Readonly<Record<PaymentMethod, MethodFacts>> = methods

/** All methods, in the order in which pages and database columns list them. */
export const paymentMethods = Object.keys(methods) as PaymentMethod[]
export const offlineMethods = paymentMethods.filter((method) => method !== 'online')

const methodsWith = <Fact extends keyof MethodFacts>(fact: Fact) =>
  paymentMethods.filter((method): method is MethodWith<Fact> => fact in methods[method])

/** Methods that a bank may return unpaid. */
export const returnableMethods: readonly PaymentMethod[] = methodsWith('returned')
/** Methods whose references are searched for duplicates. */
export const uniqueReferenceMethods: readonly PaymentMethod[] = methodsWith('hasUniqueReference')
/** Methods that a student may declare. */
export const declarableMethods = methodsWith('isDeclarable')

/** Hints for the reference of a payment and of a refund at the counter. */
export const referenceHint =
  'Number and bank of the cheque or draft, UPI reference, UTR or code of the card slip; not needed for cash'
export const refundReferenceHint = 'Number of the cheque or draft, UPI reference or UTR; for cash, who received it'
