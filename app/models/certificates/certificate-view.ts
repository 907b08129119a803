/** All that a certificate shows, in its language, as it was issued: the paper is made from this view and the copy alone. */
export interface CertificateView {
  title: string
  /** `TC/2026-27/0001` */
  number: string
  /** `YYYY-MM-DD`, the day in India */
  issuedOn: string
  school: {
    name: string
    address: string
    phone: string
    email: string
    /** Under name and address: by which board, with its number and the school's code. */
    lines: string[]
  }
  /** Above the items: numbers of book, certificate and register. */
  facts: Fact[]
  /** Numbered as printed. */
  items: Fact[]
  /** Paragraphs of a letter. */
  paragraphs: string[]
  /** What was paid, with the sum last; amounts as they are printed. */
  amounts: { heads: [what: string, amount: string]; rows: Fact[]; total: Fact } | null
  notes: string[]
  signatories: string[]
  /** Who it is of, as much as whoever verifies it is told: no name. */
  subject: { initials: string; className: string | null }
}

export type Fact = [label: string, value: string]

/** One paper of it. */
export interface CopyView {
  /** 0 is the original. */
  number: number
  /** `YYYY-MM-DD` */
  madeOn: string
  token: string
  /** Where anybody sees whether it is genuine. */
  verifyUrl: string
}
