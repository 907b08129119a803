/** Bank account for transfers by families: either complete or empty. */
export interface BankAccount {
  bankName: string | null
  bankAccountNumber: string | null
  bankIfscCode: string | null
}

export const bankAccountOf = ({ bankName, bankAccountNumber, bankIfscCode }: BankAccount): BankAccount => ({
  bankName,
  bankAccountNumber,
  bankIfscCode,
})

export const noBankAccount: BankAccount = { bankName: null, bankAccountNumber: null, bankIfscCode: null }

export function isSameAccount(a: BankAccount, b: BankAccount): boolean {
  const keys = ['bankName', 'bankAccountNumber', 'bankIfscCode'] as const
  return keys.every((key) => (a[key] || null) === (b[key] || null))
}

/** Label for users who approve the account: 'State Bank of India, 12345678901, SBIN0001234'. */
export const accountWords = ({ bankName, bankAccountNumber, bankIfscCode }: BankAccount): string =>
  [bankName, bankAccountNumber, bankIfscCode].filter(Boolean).join(', ') || 'None'
