import type { Authority, FindWay } from './options'

export const authorityWords: Record<Authority, string> = {
  cert_in: 'CERT-In, within 6 hours',
  board: 'Data Protection Board, at once',
  details: 'Data Protection Board, all particulars within 72 hours',
}

export const findWayWords: Record<FindWay, string> = {
  list: 'By number',
  section: 'By section',
  school: 'Whole school',
  audit: 'Audit log',
  sign_ins: 'Log of sign-ins',
  sessions: 'Signed in at that time',
  downloads: 'Downloaded papers',
}
