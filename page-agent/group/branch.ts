/** An element that is described, or that has such elements below. */
export interface Branch {
  readonly element: Element
  readonly tag: string
  parent: Branch | undefined
  readonly children: Branch[]
  /** Names the chain of tags from the root: equal for branches of like ancestry. */
  path: number
  /** Leaves below, or the branch itself: a range, as both are in document order. */
  from: number
  to: number
  /** The first entry that stands in it and is told as one beside it. */
  nested?: Branch
}

/** Tells each branch which leaves are below it. */
export function span(branches: readonly Branch[], leaves: readonly Branch[]): void {
  for (const branch of branches) branch.from = branch.to = -1
  leaves.forEach((leaf, at) => {
    leaf.from = at
    leaf.to = at + 1
  })
  // Branches before those that stand in them: from the last to the first, each is complete when its turn comes.
  for (let at = branches.length - 1; at > 0; at--) {
    const { parent, from, to } = branches[at]!
    if (!parent || to < 0) continue
    if (parent.from < 0 || from < parent.from) parent.from = from
    if (to > parent.to) parent.to = to
  }
}
