/** The commands that create the first merchant of an installation and its first key. @param mizan how the command is run there */
export const firstMerchant = (mizan: string): readonly string[] => [
  `${mizan} accounts create --name "Nile Soap House"`,
  `${mizan} keys create --account acct_… --name "First key"`,
  `${mizan} doctor`,
];
