import { m } from '~/language/paraglide/messages'

export const persons = ['father', 'mother', 'guardian'] as const
export type Person = (typeof persons)[number]

export const occupations = [
  'Government Employee',
  'Private Employee',
  'Business Owner',
  'Farmer',
  'Teacher',
  'Doctor',
  'Engineer',
  'Lawyer',
  'Police',
  'Armed Forces',
  'Banker',
  'Accountant',
  'Shopkeeper',
  'Driver',
  'Electrician',
  'Carpenter',
  'Tailor',
  'Skilled Worker',
  'Daily Wage Worker',
  'Homemaker',
  'Self Employed',
  'Retired',
  'Unemployed',
  'Unknown',
  'Other',
] as const
export type Occupation = (typeof occupations)[number]

export const guardianRelations = [
  'Uncle',
  'Aunt',
  'Grandfather',
  'Grandmother',
  'Brother',
  'Sister',
  'Neighbor',
  'NGO',
  'Other',
] as const
export type GuardianRelation = (typeof guardianRelations)[number]

export function personLabel(person: Person): string {
  return { father: m.students_father, mother: m.students_mother, guardian: m.students_guardian }[person]()
}

export function personNameLabel(person: Person): string {
  return {
    father: m.students_father_name,
    mother: m.students_mother_name,
    guardian: m.students_guardian_name,
  }[person]()
}

export function relationLabel(relation: GuardianRelation): string {
  return {
    Uncle: m.students_relation_uncle,
    Aunt: m.students_relation_aunt,
    Grandfather: m.students_relation_grandfather,
    Grandmother: m.students_relation_grandmother,
    Brother: m.students_relation_brother,
    Sister: m.students_relation_sister,
    Neighbor: m.students_relation_neighbor,
    NGO: m.students_relation_ngo,
    Other: m.students_relation_other,
  }[relation]()
}

export function occupationLabel(occupation: Occupation): string {
  return {
    'Government Employee': m.students_work_government,
    'Private Employee': m.students_work_private,
    'Business Owner': m.students_work_business,
    Farmer: m.students_work_farmer,
    Teacher: m.students_work_teacher,
    Doctor: m.students_work_doctor,
    Engineer: m.students_work_engineer,
    Lawyer: m.students_work_lawyer,
    Police: m.students_work_police,
    'Armed Forces': m.students_work_armed_forces,
    Banker: m.students_work_banker,
    Accountant: m.students_work_accountant,
    Shopkeeper: m.students_work_shopkeeper,
    Driver: m.students_work_driver,
    Electrician: m.students_work_electrician,
    Carpenter: m.students_work_carpenter,
    Tailor: m.students_work_tailor,
    'Skilled Worker': m.students_work_skilled,
    'Daily Wage Worker': m.students_work_daily_wage,
    Homemaker: m.students_work_homemaker,
    'Self Employed': m.students_work_self_employed,
    Retired: m.students_work_retired,
    Unemployed: m.students_work_unemployed,
    Unknown: m.students_work_unknown,
    Other: m.students_work_other,
  }[occupation]()
}
