import { choosingLanguage } from '~/http/account-pages.server'
import { requireStudentInPerson } from '~/http/route.server'
import { chooseStudentLanguage } from '~/models/people/students/choose-language.server'

const page = choosingLanguage('student', requireStudentInPerson, chooseStudentLanguage)
export const loader = page.loader
export const action = page.action
