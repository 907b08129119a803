/**
 * The 18th birthday of somebody born on this day, both `YYYY-MM-DD`, from whose beginning on a person is of age (Majority Act 1875, section 3)
 * and decides alone (DPDP Act 2023, section 2(f)); of 29 February the 1 March of a year that has none.
 */
export function comesOfAgeOn(birthDate: string): string {
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const then = Number(year) + 18
  const isLeap = (then % 4 === 0 && then % 100 !== 0) || then % 400 === 0
  return month === '02' && day === '29' && !isLeap ? `${then}-03-01` : `${then}-${month}-${day}`
}

export const isAdult = (birthDate: string, today: string) => today >= comesOfAgeOn(birthDate)
