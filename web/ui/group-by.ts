/** Members by key, in the order in which the keys first appear. `Map.groupBy` is missing in browsers that Góndola supports. */
export function groupBy<Member, Key>(
  members: Iterable<Member>,
  keyOf: (member: Member) => Key,
): Map<Key, Member[]> {
  const groups = new Map<Key, Member[]>()
  for (const member of members) {
    const key = keyOf(member)
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return groups
}
