/** A copy of an object that lacks one member. */
export function without<Members extends Readonly<Record<string, unknown>>>(members: Members, name: string): Members {
  const { [name]: _, ...rest } = members;
  return rest as Members;
}
