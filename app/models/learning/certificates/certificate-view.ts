/**
 * All data that a certificate shows, in its language, frozen at issue: the PDF is rendered only from this view and the
 * copy.
 */
export interface CertificateView {
  title: string
  /** `TC/2026-27/0001` */
  number: string
  /** `YYYY-MM-DD`, day in India */
  issuedOn: string
  school: {
    name: string
    address: string
    phone: string
    email: string
    /** Lines under name and address: board, affiliation number and school code. */
    lines: string[]
  }
  /** Facts above the items: numbers of book, certificate and register. */
  facts: Fact[]
  /** Items in printed order. */
  items: Fact[]
  paragraphs: string[]
  /** Paid amounts, with the total last, formatted as printed. */
  amounts: { heads: [what: string, amount: string]; rows: Fact[]; total: Fact } | null
  notes: string[]
  signatories: string[]
  /** Data about the student for the verification page: no name. */
  subject: { initials: string; className: string | null }
}

export type Fact = [label: string, value: string]

/** One printed copy of the certificate. */
export interface CopyView {
  /** 0 is the original. */
  number: number
  /** `YYYY-MM-DD` */
  madeOn: string
  token: string
  verifyUrl: string
}
