import { renderActivationSlips } from './activation-slips.server'
import { renderAttendanceRegister } from './attendance-register.server'
import { renderBoardReport } from './board-report.server'
import { renderCertificate, renderCertificates } from './certificate.server'
import { renderConsentForms } from './consent-forms.server'
import { renderCounterReceipt } from './counter-receipt.server'
import { renderFeeReceipt } from './fee-receipt.server'
import { renderFeeRegister } from './fee-register.server'
import { renderGrievanceRegister } from './grievance-register.server'
import { renderGuardianSlips } from './guardian-slips.server'
import { renderIdCards } from './id-cards.server'
import { renderInvoice } from './invoice.server'
import { renderPackingSlips } from './packing-slips.server'
import { renderPassengerLists } from './passenger-lists.server'
import { renderRegisterBook } from './register-book.server'
import { renderReminderLetters } from './reminder-letters.server'
import { renderReportCards } from './report-card.server'
import { renderSchemeCards } from './scheme-card.server'
import { renderStatement } from './statement.server'

/** Every paper that a page offers. Arguments and results are plain data. */
export const papers = {
  'activation-slips': renderActivationSlips,
  'attendance-register': renderAttendanceRegister,
  'board-report': renderBoardReport,
  certificate: renderCertificate,
  certificates: renderCertificates,
  'consent-forms': renderConsentForms,
  'counter-receipt': renderCounterReceipt,
  'fee-receipt': renderFeeReceipt,
  'fee-register': renderFeeRegister,
  'grievance-register': renderGrievanceRegister,
  'guardian-slips': renderGuardianSlips,
  'id-cards': renderIdCards,
  invoice: renderInvoice,
  'packing-slips': renderPackingSlips,
  'passenger-lists': renderPassengerLists,
  'register-book': renderRegisterBook,
  'reminder-letters': renderReminderLetters,
  'report-cards': renderReportCards,
  'scheme-cards': renderSchemeCards,
  statement: renderStatement,
}
