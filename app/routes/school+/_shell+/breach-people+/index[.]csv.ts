import { listBreachPeople } from '~/models/breaches/cases.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listBreachPeople)
