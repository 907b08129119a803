import { classes } from '~/models/academics/classes.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, classes.list)
