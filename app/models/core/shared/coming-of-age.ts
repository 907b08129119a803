/**
 * Returns the 18th birthday, `YYYY-MM-DD`: from then on the student is an adult (Majority Act 1875, section 3) and
 * gives consent without a parent (DPDP Act 2023, section 2(f)). For a birthday on 29 February it is 1 March when the
 * year is not a leap year.
 */
export function comesOfAgeOn(birthDate: string): string {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const then = Number(year) + 18
  const isLeap = (then % 4 === 0 && then % 100 !== 0) || then % 400 === 0
  return month === '02' && day === '29' && !isLeap ? `${then}-03-01` : `${then}-${month}-${day}`
}

export const isAdult = (birthDate: string, today: string) => today >= comesOfAgeOn(birthDate)
