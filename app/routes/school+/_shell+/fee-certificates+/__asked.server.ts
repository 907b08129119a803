import { isFinancialYear } from '~/models/certificates/rules'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'
import { publicIdOf } from '~/models/shared/public-id.server'

/** Which section and financial year an address asks for; this year where it names none. */
export function askedOf(request: Request): { section: string; year: string } {
  const query = new URL(request.url).searchParams
  const year = query.get('year') ?? ''
  return {
    section: publicIdOf(query, 'section'),
    year: isFinancialYear(year) ? year : financialYearOf(todayInIndia(new Date())),
  }
}
