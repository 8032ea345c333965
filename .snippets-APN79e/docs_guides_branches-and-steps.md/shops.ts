export {}






export const shops = ['corner', 'market', 'mill']

export const fetchPrice = async (shop: string, product: string): Promise<number> => shop.length + product.length

const receipts = new Map<string, string>()

/** The same key is the same payment, however often it is sent. */
export async function pay(shop: string, price: number, idempotencyKey: string): Promise<string> {
  const receipt = receipts.get(idempotencyKey) ?? `${shop}: ${price} EUR`
  receipts.set(idempotencyKey, receipt)
  return receipt
}
