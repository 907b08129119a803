import { fileLoader } from '~/kit/pages/list.server'
import { classes } from '~/models/people/academics/classes.server'
import { list } from './index'

export const loader = fileLoader(list, classes.list)
