/** The employment columns of the data set, in the order of the file, with the words shown to people. */
export const sectorNames = {
  nonfarm: 'Total nonfarm',
  private: 'Total private',
  goods_producing: 'Goods-producing',
  service_providing: 'Service-providing',
  private_service_providing: 'Private service-providing',
  mining_and_logging: 'Mining and logging',
  construction: 'Construction',
  manufacturing: 'Manufacturing',
  durable_goods: 'Durable goods',
  nondurable_goods: 'Nondurable goods',
  // Spelled this way in the source.
  trade_transportation_utilties: 'Trade, transport, utilities',
  wholesale_trade: 'Wholesale trade',
  retail_trade: 'Retail trade',
  transportation_and_warehousing: 'Transportation and warehousing',
  utilities: 'Utilities',
  information: 'Information',
  financial_activities: 'Finance',
  professional_and_business_services: 'Business services',
  education_and_health_services: 'Education and health',
  leisure_and_hospitality: 'Leisure and hospitality',
  other_services: 'Other services',
  government: 'Government',
} as const;

export type Sector = keyof typeof sectorNames;

/** One number for each sector. */
export type PerSector<TValue = number> = Readonly<Record<Sector, TValue>>;

export const sectors = Object.keys(sectorNames) as Sector[];

/** The sectors that do not overlap: together they are `nonfarm`. */
export const mainSectors = [
  'mining_and_logging',
  'construction',
  'manufacturing',
  'trade_transportation_utilties',
  'information',
  'financial_activities',
  'professional_and_business_services',
  'education_and_health_services',
  'leisure_and_hospitality',
  'other_services',
  'government',
] as const satisfies readonly Sector[];

/** Builds a record with one value for each sector. */
export function perSector<TValue>(valueOf: (sector: Sector) => TValue): PerSector<TValue> {
  return Object.fromEntries(sectors.map((sector) => [sector, valueOf(sector)])) as Record<Sector, TValue>;
}
