/** Thrown by the writing of rows when what they were planned against has changed meanwhile: they are planned anew. */
export class PlanIsStale extends Error {}
