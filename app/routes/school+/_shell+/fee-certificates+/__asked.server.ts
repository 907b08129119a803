import { idOr404 } from '~/http/route.server'
import { isFinancialYear } from '~/models/certificates/rules'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'

/** Which section and financial year an address asks for; this year where it names none. @throws Response 404 for what is no section's id */
export function askedOf(request: Request): { section: string; year: string } {
  const query = new URL(request.url).searchParams
  const year = query.get('year') ?? ''
  return {
    section: idOr404(query, 'section'),
    year: isFinancialYear(year) ? year : financialYearOf(todayInIndia(new Date())),
  }
}
