/** Returns a complete new job, with an address and a code of its own. */
export function newReport(number: number, jobReporter: string, project: string) {
  return {
    project,
    jobReporter,
    address: { streetName: `${number} Main Street`, city: 'Springfield', state: 'IL', zipcode: '62701' },
    jobType: 'RESIDENTIAL',
    category: 'STAMP',
    jobPriority: 'NORMAL',
    jobDescription: '',
    jobDeliveryMode: 'DIGITAL_COPY',
    copiesNumber: null,
    deliveryAddress: null,
    deliveryPriority: 'STANDARD',
    jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
    jobAttachmentLinks: 'https://files.example/plan',
    referenceLinks: '',
    message: '',
    jobCode: `CODE${number}`,
  };
}
