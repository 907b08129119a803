import { idOr404 } from '~/http/route.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { isFinancialYear } from '~/models/learning/certificates/rules'

/**
 * Section and financial year of the URL; the year defaults to the current one.
 * @throws Response 404 for an invalid section id
 */
export function feeCertificateQuery(request: Request): { section: string; year: string } {
  const query = new URL(request.url).searchParams
  const year = query.get('year') ?? ''
  return {
    section: idOr404(query, 'section'),
    year: isFinancialYear(year) ? year : financialYearOf(todayInIndia(new Date())),
  }
}
