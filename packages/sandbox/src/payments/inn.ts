const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** True for a taxpayer number of 10 or 12 digits with correct check digits. */
export function isInn(inn: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(inn)) return false
  const digits = [...inn].map(Number)
  const isCheckDigit = (place: number) => {
    const used = weights.slice(weights.length - place)
    const sum = used.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0)
    return digits[place] === (sum % 11) % 10
  }
  return inn.length === 10 ? isCheckDigit(9) : isCheckDigit(10) && isCheckDigit(11)
}
